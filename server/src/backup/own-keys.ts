import { createSecrets, keyFingerprint } from '../kernel/secrets.ts'
import { tell } from '../kernel/texts/operator-language.ts'
import { type KeyConfig, readSecretKey } from '../secret-key.ts'
import type { Manifest } from './manifest.ts'
import { findForeignSigner } from './read-manifest.ts'

/** The secret keys that an operator has given. */
export type OwnKeys = {
  /** By fingerprint, the present one first. */
  readonly keys: ReadonlyMap<string, string>
  /** Fingerprint of a lost key that may be missing; empty: none. */
  readonly lost: string
}

export const readOwnKeys = async (config: KeyConfig): Promise<OwnKeys> => {
  const keys = [await readSecretKey(config), config.previousSecretKey].filter((key) => key !== undefined && key !== '')
  return {
    keys: new Map(keys.map((key) => [keyFingerprint(String(key)), String(key)])),
    lost: config.secretKeyReplaces,
  }
}

export const toPublicKeys = ({ keys }: OwnKeys): string[] =>
  [...keys.values()].map((key) => createSecrets(key).publicKey)

/** Why a backup cannot be restored with these keys; undefined: it can. */
export const whyKeysDiffer = (manifest: Manifest, own: OwnKeys): string | undefined => {
  const { fingerprint, replaced } = manifest.key
  const isHeld = (key: string) => own.keys.has(key)
  if (!isHeld(fingerprint)) {
    if (own.lost === fingerprint) return undefined
    const [present] = own.keys.keys()
    const said =
      present === undefined ? tell('现在没有 SECRET_KEY') : tell('现在的 SECRET_KEY 是密钥 {present}', { present })
    return tell(
      '备份 {name} 用密钥 {fingerprint} 加密，{said}。请设置原来的 SECRET_KEY；原密钥确已丢失时，另设新的 SECRET_KEY 和 SECRET_KEY_REPLACES={fingerprint}',
      { name: manifest.name, fingerprint, said },
    )
  }
  if (replaced !== null && !isHeld(replaced))
    return tell('备份 {name} 制作时正在轮换密钥，还须用 SECRET_KEY_PREVIOUS 给出原密钥 {replaced}', {
      name: manifest.name,
      replaced,
    })
  return findForeignSigner(manifest, toPublicKeys(own))
}
