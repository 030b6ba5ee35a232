import { createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'

/** Signs a file of areas for installations that know the publisher's public key, which it prints. */
const [areas, key, signed] = process.argv.slice(2)
if (!areas || !key || !signed) {
  process.stderr.write('用法：node scripts/areas/sign-areas.ts <areas.tsv.br> <Ed25519 私钥.pem> <签名后的文件>\n')
  process.exit(2)
}
const privateKey = createPrivateKey(readFileSync(key))
const packed = readFileSync(areas)
writeFileSync(signed, Buffer.concat([sign(null, packed, privateKey), packed]))
const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' })
process.stdout.write(`AREAS_PUBLIC_KEY=${Buffer.from(x, 'base64url').toString('base64')}\n`)
