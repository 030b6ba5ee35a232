import { insertKeyRotation, type KeyRotation } from '../kernel/db/key-rotations.ts'
import { type StoredKeys, withStoredKeys } from '../kernel/db/stored-keys.ts'
import { createSecrets, isAttested, keyFingerprint, signingKeyOf } from '../kernel/secrets.ts'
import { tell } from '../kernel/texts/operator-language.ts'

type Keys = { key: string; previous: string }

/** What a replaced key signs: which key follows it. */
const handoverText = (replaced: string, next: string) => ['atrium-key-handover-1', replaced, next].join('\n')

/** Whether a public key is one that the present key follows, each handed over to the next by its own signature. */
export const isPredecessor = (publicKey: string, present: string, rotations: readonly KeyRotation[]): boolean => {
  const next = rotations.find(
    ({ replacedPublicKey, nextPublicKey, handover }) =>
      replacedPublicKey === publicKey && isAttested(publicKey, handoverText(publicKey, nextPublicKey), handover),
  )
  if (!next) return false
  const rest = rotations.filter((each) => each !== next)
  return next.nextPublicKey === present || isPredecessor(next.nextPublicKey, present, rest)
}

const assertPossible = ({ stored, rotations }: StoredKeys, fingerprint: string, previous: string) => {
  if (rotations.some(({ replaced }) => replaced === fingerprint))
    throw new Error(tell('SECRET_KEY 是已被取代的密钥，请换一个从未用过的'))
  if (rotations.some(({ finishedAt }) => finishedAt === null)) throw new Error(tell('上一次轮换尚未完成'))
  if (stored === undefined) throw new Error(tell('该数据库尚未使用密钥，直接设置新的 SECRET_KEY 即可'))
  if (stored !== previous)
    throw new Error(
      tell('SECRET_KEY_PREVIOUS（指纹 {previous}）不是写入该数据库的密钥（指纹 {stored}）', { previous, stored }),
    )
}

/**
 * Makes the new key the one that everything is written with from now on; what the previous one sealed is sealed again
 * afterwards. Takes the owner's address, and both keys. Does nothing if that was done before.
 * @throws an Error for the operator if one of them is not what is needed
 */
export const beginRotation = (ownerUrl: string, { key, previous }: Keys): Promise<void> =>
  withStoredKeys(ownerUrl, async (found, client) => {
    const [next, last] = [createSecrets(key), createSecrets(previous)]
    const [fingerprint, replaced] = [keyFingerprint(key), keyFingerprint(previous)]
    if (found.stored === fingerprint) return
    assertPossible(found, fingerprint, replaced)
    await insertKeyRotation(client, {
      replaced,
      next: fingerprint,
      replacedPublicKey: last.publicKey,
      nextPublicKey: next.publicKey,
      handover: last.attest(handoverText(last.publicKey, next.publicKey)),
      sealedSigningKey: next.seal(signingKeyOf(previous).toString('base64')),
    })
    await found.store(fingerprint)
  })
