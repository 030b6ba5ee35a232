import type pg from 'pg'
import { tell } from '../texts/operator-language.ts'

/** A database into which a backup is being restored, or was and the work broke off. */
export type RestoreMarker = { backup: string; mark: string }

/** Undefined: no restore is under way. */
export const readRestoreMarker = async (client: pg.ClientBase): Promise<RestoreMarker | undefined> => {
  const { rows: known } = await client.query(`select to_regclass('restore_under_way') is not null as known`)
  if (!known[0].known) return undefined
  return (await client.query<RestoreMarker>('select backup, mark from restore_under_way')).rows[0]
}

/** Marks an empty database, before anything else is created in it. */
export const beginRestore = async (client: pg.ClientBase, { backup, mark }: RestoreMarker): Promise<void> => {
  await client.query('begin')
  await client.query('create table restore_under_way (backup text not null, mark uuid not null)')
  await client.query('insert into restore_under_way values ($1, $2)', [backup, mark])
  await client.query('commit')
}

/** Ends it, in the transaction that has restored everything. */
export const endRestore = (client: pg.ClientBase) => client.query('drop table restore_under_way')

/**
 * Refuses to work on a database whose restore is not finished.
 * @throws an Error for the operator
 */
export const assertRestored = async (client: pg.ClientBase): Promise<void> => {
  const marker = await readRestoreMarker(client)
  if (marker)
    throw new Error(
      tell('该数据库正在从备份 {backup} 恢复，或恢复中断了。请再次运行 atrium restore，完成后再启动', {
        backup: marker.backup,
      }),
    )
}
