/* SPDX-License-Identifier: MIT
 *
 * Encryption of a push message and its sender's token. The curve and AES are OpenSSL's, HMAC and
 * base64 libsodium's.
 */
#include "server/notify/push.h"

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/param_build.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

enum {
	HASH = 32,
	CEK = 16,
	NONCE = 12,
	TAG = 16,
	RECORD = 4096,
	URLSAFE = sodium_base64_VARIANT_URLSAFE_NO_PADDING
};

/* scalar · point, or scalar · G; as the curve's own encoding. */
static bool ec_multiply(const uint8_t scalar[PUSH_SCALAR], const uint8_t *point,
                        uint8_t out[PUSH_POINT])
{
	EC_GROUP *group = EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1);
	BIGNUM *n = BN_bin2bn(scalar, PUSH_SCALAR, NULL);
	EC_POINT *p = group ? EC_POINT_new(group) : NULL, *product = group ? EC_POINT_new(group) : NULL;
	bool good = group && n && p && product;

	/* oct2point refuses what is not on the curve */
	if (good && point)
		good = EC_POINT_oct2point(group, p, point, PUSH_POINT, NULL) == 1 &&
		       EC_POINT_mul(group, product, NULL, p, n, NULL) == 1;
	else if (good)
		good = EC_POINT_mul(group, product, n, NULL, NULL, NULL) == 1;
	good = good && EC_POINT_point2oct(group, product, POINT_CONVERSION_UNCOMPRESSED, out,
	                                  PUSH_POINT, NULL) == PUSH_POINT;
	EC_POINT_free(product);
	EC_POINT_free(p);
	BN_clear_free(n);
	EC_GROUP_free(group);
	return good;
}

/* chance mod (order − 1) + 1 */
bool push_key_of_chance(const uint8_t chance[PUSH_SCALAR], uint8_t key[PUSH_SCALAR])
{
	EC_GROUP *group = EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1);
	BIGNUM *n = BN_bin2bn(chance, PUSH_SCALAR, NULL), *order = NULL;
	BN_CTX *ctx = BN_CTX_new();
	bool good = group && n && ctx && (order = BN_dup(EC_GROUP_get0_order(group))) &&
	            BN_sub_word(order, 1) && BN_mod(n, n, order, ctx) && BN_add_word(n, 1) &&
	            BN_bn2binpad(n, key, PUSH_SCALAR) == PUSH_SCALAR;

	BN_CTX_free(ctx);
	BN_free(order);
	BN_clear_free(n);
	EC_GROUP_free(group);
	return good;
}

bool push_public_key(const uint8_t key[PUSH_SCALAR], uint8_t point[PUSH_POINT])
{
	return ec_multiply(key, NULL, point);
}

static void hmac(const uint8_t *key, size_t key_len, const void *text, size_t len,
                 uint8_t out[HASH])
{
	crypto_auth_hmacsha256_state state;

	crypto_auth_hmacsha256_init(&state, key, key_len);
	crypto_auth_hmacsha256_update(&state, text, len);
	crypto_auth_hmacsha256_final(&state, out);
}

/* HKDF's second half, for one block at most: `info` must have room for one byte more. */
static void hkdf_expand(const uint8_t prk[HASH], uint8_t *info, size_t len, uint8_t *out, size_t n)
{
	uint8_t block[HASH];

	info[len] = 1;
	hmac(prk, HASH, info, len + 1, block);
	memcpy(out, block, n);
}

static bool encrypt_record(const uint8_t cek[CEK], const uint8_t nonce[NONCE], const char *plain,
                           size_t len, uint8_t *out)
{
	static const uint8_t last = 2; /* the delimiter of the last record; no padding behind it */
	EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();
	int n = 0, more = 0;
	bool good = ctx && EVP_EncryptInit_ex(ctx, EVP_aes_128_gcm(), NULL, cek, nonce) == 1 &&
	            EVP_EncryptUpdate(ctx, out, &n, (const uint8_t *)plain, (int)len) == 1 &&
	            EVP_EncryptUpdate(ctx, out + n, &more, &last, 1) == 1 &&
	            EVP_EncryptFinal_ex(ctx, out + n + more, &n) == 1 &&
	            EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_GCM_GET_TAG, TAG, out + len + 1) == 1;

	EVP_CIPHER_CTX_free(ctx);
	return good;
}

size_t push_encode(const uint8_t *ikm, size_t ikm_len, const uint8_t salt[PUSH_SALT],
                   const uint8_t *key_id, size_t key_id_len, const char *plain, size_t len,
                   uint8_t *out)
{
	uint8_t cek_info[] = "Content-Encoding: aes128gcm\0",
			nonce_info[] = "Content-Encoding: nonce\0";
	uint8_t prk[HASH], cek[CEK], nonce[NONCE];
	static const uint8_t record[4] = {0, 0, RECORD >> 8, RECORD & 0xff};
	size_t head = PUSH_HEAD + key_id_len;

	if (len > PUSH_PLAIN_MAX)
		return 0;
	hmac(salt, PUSH_SALT, ikm, ikm_len, prk);
	/* both infos end with one zero, and have another for the counter */
	hkdf_expand(prk, cek_info, sizeof cek_info - 1, cek, sizeof cek);
	hkdf_expand(prk, nonce_info, sizeof nonce_info - 1, nonce, sizeof nonce);
	memcpy(out, salt, PUSH_SALT);
	memcpy(out + PUSH_SALT, record, sizeof record);
	out[PUSH_SALT + sizeof record] = (uint8_t)key_id_len;
	if (key_id_len > 0)
		memcpy(out + PUSH_HEAD, key_id, key_id_len);
	return encrypt_record(cek, nonce, plain, len, out + head) ? head + len + 1 + TAG : 0;
}

size_t push_encrypt(const uint8_t browser[PUSH_POINT], const uint8_t secret[PUSH_SECRET],
                    const uint8_t once[PUSH_SCALAR], const uint8_t salt[PUSH_SALT],
                    const char *plain, size_t len, uint8_t out[PUSH_BODY_MAX])
{
	static const char word[] = "WebPush: info"; /* its zero belongs to it */
	uint8_t mine[PUSH_POINT], shared[PUSH_POINT], prk[HASH], ikm[HASH];
	uint8_t info[sizeof word + 2 * PUSH_POINT + 1];

	if (!push_public_key(once, mine) || !ec_multiply(once, browser, shared))
		return 0;
	memcpy(info, word, sizeof word);
	memcpy(info + sizeof word, browser, PUSH_POINT);
	memcpy(info + sizeof word + PUSH_POINT, mine, PUSH_POINT);
	hmac(secret, PUSH_SECRET, shared + 1, 32, prk); /* x alone */
	hkdf_expand(prk, info, sizeof info - 1, ikm, sizeof ikm);
	return push_encode(ikm, sizeof ikm, salt, mine, sizeof mine, plain, len, out);
}

static EVP_PKEY *pair_of(const uint8_t key[PUSH_SCALAR], const uint8_t point[PUSH_POINT])
{
	BIGNUM *n = BN_bin2bn(key, PUSH_SCALAR, NULL);
	OSSL_PARAM_BLD *build = OSSL_PARAM_BLD_new();
	EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
	OSSL_PARAM *params = NULL;
	EVP_PKEY *pair = NULL;

	if (n && build && ctx &&
	    OSSL_PARAM_BLD_push_utf8_string(build, OSSL_PKEY_PARAM_GROUP_NAME, "prime256v1", 0) &&
	    OSSL_PARAM_BLD_push_BN(build, OSSL_PKEY_PARAM_PRIV_KEY, n) &&
	    OSSL_PARAM_BLD_push_octet_string(build, OSSL_PKEY_PARAM_PUB_KEY, point, PUSH_POINT) &&
	    (params = OSSL_PARAM_BLD_to_param(build)) && EVP_PKEY_fromdata_init(ctx) == 1)
		EVP_PKEY_fromdata(ctx, &pair, EVP_PKEY_KEYPAIR, params);
	OSSL_PARAM_free(params);
	EVP_PKEY_CTX_free(ctx);
	OSSL_PARAM_BLD_free(build);
	BN_clear_free(n);
	return pair;
}

/* A JWT's signature is both numbers, 32 bytes each, not OpenSSL's DER. */
static bool sign_claim(EVP_PKEY *pair, const char *text, uint8_t out[64])
{
	EVP_MD_CTX *ctx = EVP_MD_CTX_new();
	uint8_t der[80];
	const uint8_t *at = der;
	size_t len = sizeof der;
	ECDSA_SIG *both = NULL;
	bool good = ctx && EVP_DigestSignInit(ctx, NULL, EVP_sha256(), NULL, pair) == 1 &&
	            EVP_DigestSign(ctx, der, &len, (const uint8_t *)text, strlen(text)) == 1 &&
	            (both = d2i_ECDSA_SIG(NULL, &at, (long)len)) &&
	            BN_bn2binpad(ECDSA_SIG_get0_r(both), out, 32) == 32 &&
	            BN_bn2binpad(ECDSA_SIG_get0_s(both), out + 32, 32) == 32;

	ECDSA_SIG_free(both);
	EVP_MD_CTX_free(ctx);
	return good;
}

/* https://push.example.net, of an endpoint there. */
static size_t origin_of(const char *endpoint)
{
	const char *host = strstr(endpoint, "://");

	return host ? (size_t)(host - endpoint) + 3 + strcspn(host + 3, "/?#") : 0;
}

static void append_base64(char *out, const void *bytes, size_t len)
{
	size_t at = strlen(out);

	sodium_bin2base64(out + at, PUSH_TOKEN_MAX - at, bytes, len, URLSAFE);
}

/* The members in the order of RFC 8292's example, so that it can be held against it. */
static bool vapid_claim(const char *endpoint, const char *contact, int64_t expires, char *out,
                        size_t cap)
{
	int n = snprintf(out, cap, "{\"aud\":\"%.*s\",\"exp\":%lld%s%s%s}", (int)origin_of(endpoint),
	                 endpoint, (long long)expires, *contact ? ",\"sub\":\"" : "", contact,
	                 *contact ? "\"" : "");

	return n > 0 && (size_t)n < cap && !strpbrk(contact, "\"\\");
}

bool push_authorize(const uint8_t key[PUSH_SCALAR], const char *endpoint, const char *contact,
                    int64_t expires, char out[PUSH_TOKEN_MAX])
{
	static const char head[] = "{\"typ\":\"JWT\",\"alg\":\"ES256\"}", prefix[] = "vapid t=";
	char claims[400];
	uint8_t point[PUSH_POINT], signature[64];
	EVP_PKEY *pair;
	bool good;

	if (!vapid_claim(endpoint, contact, expires, claims, sizeof claims) ||
	    !push_public_key(key, point))
		return false;
	pair = pair_of(key, point);
	strcpy(out, prefix);
	append_base64(out, head, sizeof head - 1);
	strcat(out, ".");
	append_base64(out, claims, strlen(claims));
	good = pair && sign_claim(pair, out + sizeof prefix - 1, signature);
	EVP_PKEY_free(pair);
	if (!good)
		return false;
	strcat(out, ".");
	append_base64(out, signature, sizeof signature);
	strcat(out, ", k=");
	append_base64(out, point, sizeof point);
	return true;
}
