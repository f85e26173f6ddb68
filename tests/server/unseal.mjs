// SPDX-License-Identifier: MIT
// A browser's half of web push, for the tests: on each line of input {"make":true} a key pair and a
// secret are made, {"open":body,…} reads a message (RFC 8291, RFC 8188), {"token":…} is checked (RFC
// 8292). Shares no code with the server.
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createInterface } from 'node:readline';

const from = (text) => Buffer.from(text, 'base64url');
const hkdf = (salt, ikm, info, length) => Buffer.from(hkdfSync('sha256', ikm, salt, info, length));

function make() {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  const text = (bytes) => bytes.toString('base64url');
  return { p256dh: text(pair.getPublicKey()), private: text(pair.getPrivateKey()), auth: text(randomBytes(16)) };
}

function open({ open, keys }) {
  const body = from(open);
  const salt = body.subarray(0, 16);
  const record = body.readUInt32BE(16);
  const sender = body.subarray(21, 21 + body[20]);
  const sealed = body.subarray(21 + body[20]);
  if (sealed.length > record) throw new Error('more than a record');
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(from(keys.private));
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), from(keys.p256dh), sender]);
  const ikm = hkdf(from(keys.auth), pair.computeSecret(sender), info, 32);
  const cipher = createDecipheriv('aes-128-gcm', hkdf(salt, ikm, 'Content-Encoding: aes128gcm\0', 16), hkdf(salt, ikm, 'Content-Encoding: nonce\0', 12));
  cipher.setAuthTag(sealed.subarray(-16));
  const plain = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
  return { plain: plain.subarray(0, plain.lastIndexOf(2)).toString() };
}

function check({ token }) {
  const [, t, k] = /^vapid t=(\S+), k=(\S+)$/.exec(token);
  const [head, claims, signature] = t.split('.');
  const point = from(k);
  const part = (at) => point.subarray(at, at + 32).toString('base64url');
  const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: part(1), y: part(33) }, format: 'jwk' });
  const good = verify('sha256', Buffer.from(`${head}.${claims}`), { key, dsaEncoding: 'ieee-p1363' }, from(signature));
  return { good, key: k, claims: JSON.parse(from(claims).toString()) };
}

for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line);
  console.log(JSON.stringify(request.make ? make() : request.open ? open(request) : check(request)));
}
