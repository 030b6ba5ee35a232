import { isAttested, toFingerprint } from '../kernel/secrets.ts'
import { tell } from '../kernel/texts/operator-language.ts'
import { manifestName, objectName, readText, signatureName } from './backups.ts'
import { formatNumber, type Manifest, manifestSchema, signedText } from './manifest.ts'
import type { BackupPlace } from './place.ts'

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Reads the manifest of a finished backup, and checks that it is the one that was signed.
 * @throws an Error for the operator
 */
export const readManifest = async (place: BackupPlace, backup: string): Promise<Manifest> => {
  const text = (await readText(place, objectName(backup, manifestName))) ?? ''
  const given = parse(text)
  if (Number((given as Partial<Manifest> | undefined)?.format) > formatNumber)
    throw new Error(
      tell('备份 {backup} 由更新的版本制作，本版本不能读取，请用制作该备份的版本或更新的版本', { backup }),
    )
  const { data: manifest } = manifestSchema.safeParse(given)
  if (!manifest || manifest.name !== backup)
    throw new Error(tell('备份 {backup} 的清单（{manifestName}）已损坏，不能使用', { backup, manifestName }))
  const signature = Buffer.from((await readText(place, objectName(backup, signatureName))) ?? '', 'hex')
  if (!isAttested(manifest.publicKey, signedText(text), signature))
    throw new Error(tell('备份 {backup} 的清单与签名不符，已被改动或损坏，不能使用', { backup }))
  return manifest
}

/** Why a manifest is not one of these keys'; undefined: it is. */
export const findForeignSigner = ({ name, publicKey }: Manifest, publicKeys: readonly string[]): string | undefined =>
  publicKeys.includes(publicKey)
    ? undefined
    : tell('备份 {name} 不是用本系统的密钥签名的（签名公钥的指纹是 {publicKey}）', {
        name,
        publicKey: toFingerprint(publicKey),
      })
