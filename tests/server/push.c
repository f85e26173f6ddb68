/* SPDX-License-Identifier: MIT
 *
 * Web push against the examples of its RFCs.
 */
#include "server/notify/push.h"
#include "server/notify/reach.h"

#include <openssl/core_names.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/params.h>
#include <setjmp.h>
#include <sodium.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { URLSAFE = sodium_base64_VARIANT_URLSAFE_NO_PADDING };

static size_t bytes_of(const char *text, uint8_t *out, size_t cap)
{
	size_t len = 0;

	assert_int_equal(sodium_base642bin(out, cap, text, strlen(text), NULL, &len, NULL, URLSAFE), 0);
	return len;
}

static void assert_text(const uint8_t *bytes, size_t len, const char *text)
{
	char out[8192];

	sodium_bin2base64(out, sizeof out, bytes, len, URLSAFE);
	assert_string_equal(out, text);
}

static void rfc_8188_section_3_1_the_walrus(void **state)
{
	uint8_t ikm[16], salt[PUSH_SALT], out[PUSH_BODY_MAX];
	size_t len;

	(void)state;
	assert_int_equal(bytes_of("yqdlZ-tYemfogSmv7Ws5PQ", ikm, sizeof ikm), sizeof ikm);
	assert_int_equal(bytes_of("I1BsxtFttlv3u_Oo94xnmw", salt, sizeof salt), sizeof salt);
	len = push_encode(ikm, sizeof ikm, salt, NULL, 0, "I am the walrus", 15, out);
	assert_text(out, len,
	            "I1BsxtFttlv3u_Oo94xnmwAAEAAA-NAVub2qFgBEuQKRapoZu-IxkIva3MEB1PD-ly8Thjg");
}

static void rfc_8291_section_5_the_watermelon(void **state)
{
	static const char plain[] = "When I grow up, I want to be a watermelon";
	uint8_t browser[PUSH_POINT], secret[PUSH_SECRET], once[PUSH_SCALAR], salt[PUSH_SALT];
	uint8_t out[PUSH_BODY_MAX], mine[PUSH_POINT];
	size_t len;

	(void)state;
	bytes_of("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoI"
	         "Aiw4",
	         browser, sizeof browser);
	bytes_of("BTBZMqHH6r4Tts7J_aSIgg", secret, sizeof secret);
	bytes_of("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw", once, sizeof once);
	bytes_of("DGv6ra1nlYgDCS1FRnbzlw", salt, sizeof salt);
	assert_true(push_public_key(once, mine));
	assert_text(mine, sizeof mine,
	            "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3"
	            "jl7A8");
	len = push_encrypt(browser, secret, once, salt, plain, sizeof plain - 1, out);
	assert_text(out, len,
	            "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYL"
	            "ocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyou"
	            "BWLVWGNWQexSgSxsj_Qulcy4a-fN");
}

static void a_key_that_is_not_on_the_curve_is_refused(void **state)
{
	uint8_t browser[PUSH_POINT] = {4, 1}, secret[PUSH_SECRET] = {0}, once[PUSH_SCALAR] = {1};
	uint8_t salt[PUSH_SALT] = {0}, out[PUSH_BODY_MAX];

	(void)state;
	assert_int_equal(push_encrypt(browser, secret, once, salt, "x", 1, out), 0);
}

static void a_message_that_is_too_long_is_refused(void **state)
{
	static const char plain[PUSH_PLAIN_MAX + 1];
	uint8_t ikm[16] = {0}, salt[PUSH_SALT] = {0}, out[PUSH_BODY_MAX];

	(void)state;
	assert_int_equal(push_encode(ikm, 16, salt, NULL, 0, plain, PUSH_PLAIN_MAX + 1, out), 0);
	assert_int_equal(push_encode(ikm, 16, salt, NULL, 0, plain, PUSH_PLAIN_MAX, out),
	                 PUSH_HEAD + PUSH_PLAIN_MAX + 1 + 16);
}

/* Does a token carry the signature of the key that it names? */
static bool is_signed(const char *token)
{
	const char *t = strstr(token, "t="), *k = strstr(token, "k=");
	const char *end = t + 2 + strcspn(t + 2, ","), *dot = end;
	uint8_t point[PUSH_POINT], both[64], der[80], *at = der;
	char group[] = "prime256v1", signature[128], key[128];
	OSSL_PARAM params[3];
	EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
	EVP_MD_CTX *verify = EVP_MD_CTX_new();
	EVP_PKEY *public = NULL;
	ECDSA_SIG *pair = ECDSA_SIG_new();
	int len, good;

	while (*dot != '.')
		dot--;
	snprintf(signature, sizeof signature, "%.*s", (int)(end - dot - 1), dot + 1);
	snprintf(key, sizeof key, "%.*s", (int)strcspn(k + 2, ","), k + 2);
	assert_int_equal(bytes_of(key, point, sizeof point), PUSH_POINT);
	assert_int_equal(bytes_of(signature, both, sizeof both), 64);
	params[0] = OSSL_PARAM_construct_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, group, 0);
	params[1] = OSSL_PARAM_construct_octet_string(OSSL_PKEY_PARAM_PUB_KEY, point, sizeof point);
	params[2] = OSSL_PARAM_construct_end();
	assert_int_equal(EVP_PKEY_fromdata_init(ctx), 1);
	assert_int_equal(EVP_PKEY_fromdata(ctx, &public, EVP_PKEY_PUBLIC_KEY, params), 1);
	ECDSA_SIG_set0(pair, BN_bin2bn(both, 32, NULL), BN_bin2bn(both + 32, 32, NULL));
	len = i2d_ECDSA_SIG(pair, &at);
	assert_int_equal(EVP_DigestVerifyInit(verify, NULL, EVP_sha256(), NULL, public), 1);
	good =
		EVP_DigestVerify(verify, der, (size_t)len, (const uint8_t *)t + 2, (size_t)(dot - t - 2));
	ECDSA_SIG_free(pair);
	EVP_MD_CTX_free(verify);
	EVP_PKEY_free(public);
	EVP_PKEY_CTX_free(ctx);
	return good == 1;
}

/* Signatures are made with chance, so the example's is checked, and ours is made of the same text.
 */
static void rfc_8292_section_2_4_the_token(void **state)
{
	static const char example[] =
		"vapid "
		"t=eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJl"
		"eHAiOjE0NTM1MjM3NjgsInN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0.i3CYb7t4xfxCDquptFOepC9"
		"GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA, "
		"k=BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClB"
		"Ps";
	const size_t said = (size_t)(strrchr(example, '.') - example);
	uint8_t key[PUSH_SCALAR] = {0}, chance[PUSH_SCALAR];
	char ours[PUSH_TOKEN_MAX];

	(void)state;
	assert_true(is_signed(example));
	memset(chance, 0xff, sizeof chance); /* above the order: brought below it */
	assert_true(push_key_of_chance(chance, key));
	assert_true(push_authorize(key,
	                           "https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV",
	                           "mailto:push@example.com", 1453523768, ours));
	assert_memory_equal(ours, example, said);
	assert_true(is_signed(ours));
	ours[30] ^= 1;
	assert_false(is_signed(ours));
}

static void only_what_looks_public_is_an_endpoint(void **state)
{
	static const char *const good[] = {
		"https://fcm.googleapis.com/fcm/send/abc",
		"https://updates.push.services.mozilla.com/wpush/v2/x",
		"https://push.example.net:8443/x",
		"https://8.8.8.8/x",
		"https://[2600:1901::1]/x",
	};
	static const char *const bad[] = {
		"http://push.example.net/x",
		"https://localhost/x",
		"https://LOCALHOST/x",
		"https://a.localhost/x",
		"https://printer.local/x",
		"https://db.internal/x",
		"https://push.example.net./x",
		"https://intranet/x",
		"https://127.0.0.1/x",
		"https://127.1/x",
		"https://2130706433/x",
		"https://0x7f000001/x",
		"https://10.1.2.3/x",
		"https://192.168.0.1/x",
		"https://172.20.0.1/x",
		"https://169.254.169.254/latest",
		"https://100.64.0.1/x",
		"https://[::1]/x",
		"https://[::ffff:127.0.0.1]/x",
		"https://[fd00::1]/x",
		"https://[fe80::1]/x",
		"https://me@push.example.net/x",
		"https://me:pw@push.example.net/x",
		"https://push.example.net\\@127.0.0.1/x",
		"https://push.example.net/x y",
		"https://push.example.net/x\r\nA: b",
		"https:///x",
		"https://",
		"file:///etc/passwd",
		"",
	};

	(void)state;
	for (size_t i = 0; i < sizeof good / sizeof *good; i++)
		if (!reach_is_public(good[i]))
			fail_msg("refused: %s", good[i]);
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		if (reach_is_public(bad[i]))
			fail_msg("taken: %s", bad[i]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rfc_8188_section_3_1_the_walrus),
		cmocka_unit_test(rfc_8291_section_5_the_watermelon),
		cmocka_unit_test(a_key_that_is_not_on_the_curve_is_refused),
		cmocka_unit_test(a_message_that_is_too_long_is_refused),
		cmocka_unit_test(rfc_8292_section_2_4_the_token),
		cmocka_unit_test(only_what_looks_public_is_an_endpoint),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
