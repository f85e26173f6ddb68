/* SPDX-License-Identifier: MIT
 *
 * OpenSSL as far as libwebsockets does not see to it: it starts without TLS when a file is not as
 * it should be, and does not read them twice.
 */
#include "server/net/tls.h"

#include <errno.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <stdio.h>
#include <string.h>

static bool can_read(const char *path, char *why, size_t cap)
{
	FILE *file = fopen(path, "r");
	int c;

	if (!file) {
		snprintf(why, cap, "cannot read %s: %s.", path, strerror(errno));
		return false;
	}
	errno = 0;
	c = fgetc(file);
	if (c == EOF)
		snprintf(why, cap, "cannot read %s: %s.", path, errno ? strerror(errno) : "it is empty");
	fclose(file);
	return c != EOF;
}

/* A key with a password would ask for it on the terminal. */
static int no_password(char *buf, int size, int rwflag, void *ctx)
{
	(void)buf;
	(void)size;
	(void)rwflag;
	(void)ctx;
	return -1;
}

static const char *try_files(SSL_CTX *ctx, const char *cert, const char *key, char *why, size_t cap)
{
	SSL_CTX_set_default_passwd_cb(ctx, no_password);
	if (SSL_CTX_use_certificate_chain_file(ctx, cert) != 1) {
		snprintf(why, cap, "%s holds no certificate in PEM form.", cert);
		return "tls_cert";
	}
	if (SSL_CTX_use_PrivateKey_file(ctx, key, SSL_FILETYPE_PEM) == 1 &&
	    SSL_CTX_check_private_key(ctx) == 1)
		return NULL;
	if (ERR_GET_REASON(ERR_peek_last_error()) == X509_R_KEY_VALUES_MISMATCH)
		snprintf(why, cap, "the key in %s is not that of the certificate in %s.", key, cert);
	else
		snprintf(why, cap, "%s holds no private key in PEM form without a password.", key);
	return "tls_key";
}

const char *tls_check(const char *cert, const char *key, char *why, size_t cap)
{
	SSL_CTX *ctx;
	const char *wrong;

	if (!can_read(cert, why, cap))
		return "tls_cert";
	if (!can_read(key, why, cap))
		return "tls_key";
	ctx = SSL_CTX_new(TLS_server_method());
	if (!ctx) {
		snprintf(why, cap, "there is not enough memory.");
		return "tls_cert";
	}
	wrong = try_files(ctx, cert, key, why, cap);
	ERR_clear_error();
	SSL_CTX_free(ctx);
	return wrong;
}

bool tls_renew(SSL_CTX *ctx, const char *cert, const char *key)
{
	bool good = SSL_CTX_use_certificate_chain_file(ctx, cert) == 1 &&
	            SSL_CTX_use_PrivateKey_file(ctx, key, SSL_FILETYPE_PEM) == 1;

	ERR_clear_error();
	return good;
}
