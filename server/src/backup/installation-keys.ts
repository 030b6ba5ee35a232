import type { OwnerConnection } from '../kernel/db/as-owner.ts'
import { createSecrets, type Keyring } from '../kernel/secrets.ts'
import { tell } from '../kernel/texts/operator-language.ts'
import type { OwnKeys } from './own-keys.ts'

/**
 * The secrets that a database is written with. Takes the owner's connection.
 * @throws an Error for the operator if that key is not given
 */
export const readKeyring = async (client: OwnerConnection, { keys }: OwnKeys): Promise<Keyring> => {
  const { rows: known } = await client.query(`select to_regclass('installation_key') is not null as known`)
  if (!known[0].known) throw new Error(tell('数据库是空的，没有可备份的内容'))
  const { rows } = await client.query<{ fingerprint: string }>('select fingerprint from installation_key')
  const stored = rows[0]?.fingerprint
  if (stored === undefined) throw new Error(tell('系统尚未启动过，没有可备份的内容'))
  const key = keys.get(stored)
  if (key === undefined) throw new Error(tell('数据库是用密钥 {stored} 写入的，请设置同一 SECRET_KEY', { stored }))
  const [replaced] = [...keys.values()].filter((each) => each !== key)
  return createSecrets(key, { replaced })
}
