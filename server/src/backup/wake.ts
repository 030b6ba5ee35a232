import { asOwner } from '../kernel/db/as-owner.ts'
import type { StoreMark } from '../kernel/files/file-store.ts'
import { tell } from '../kernel/texts/operator-language.ts'
import { recordWoken } from './records.ts'

type Copy = { installation: string; mark: string; isQuiet: boolean; restoredFrom: string; restoredMark: string | null }

/** What a copy will begin with once it is woken. */
export type Waiting = { messages: number; deliveries: number; jobs: number }

const readWaiting = `select
  (select count(*) from messages where state = 'queued')::int as messages,
  (select count(*) from webhook_deliveries where state = 'waiting')::int as deliveries,
  (select count(*) from pgboss.job where state < 'completed')::int as jobs`

/** Takes over a store that still bears the mark of the installation that was backed up. */
const settleStore = async (mark: StoreMark, copy: Copy, takesFiles: boolean) => {
  const found = await mark.read()
  if (found === copy.mark) return
  if (found !== undefined && found !== copy.restoredMark)
    throw new Error(tell('文件存储里是另一套系统的文件，没有唤醒。请检查 DATA_DIR 或 S3_BUCKET'))
  if (found !== undefined && !takesFiles)
    throw new Error(
      tell('文件存储仍属于备份前的系统，没有唤醒。确认原系统不再运行后，用 atrium wake --take-files 接管其文件'),
    )
  await mark.write(copy.mark)
}

/**
 * Lets a restored copy work: nodes that run begin within seconds. Takes the owner's address, the mark of the store of the
 * installation with an id, and whether to take the store over from the installation that was backed up.
 * @returns what waits to be sent and done; undefined if the installation was not quiet
 * @throws an Error for the operator if the store is another installation's
 */
export const wake = (
  ownerUrl: string,
  openMark: (installation: string) => StoreMark,
  takesFiles: boolean,
): Promise<Waiting | undefined> =>
  asOwner(ownerUrl, async (client) => {
    const { rows: known } = await client.query(`select to_regclass('installation') is not null as known`)
    if (!known[0].known) throw new Error(tell('数据库是空的，或尚缺本版本的迁移'))
    const { rows } = await client.query<Copy>(
      `select (select id from companies where platform) as installation, mark, quiet_since is not null as "isQuiet",
         restored_from as "restoredFrom", restored_mark as "restoredMark" from installation`,
    )
    const [copy] = rows
    if (!copy?.isQuiet) return undefined
    await settleStore(openMark(copy.installation), copy, takesFiles)
    const { rows: waiting } = await client.query<Waiting>(readWaiting)
    await recordWoken(client, copy.restoredFrom)
    return waiting[0]
  })
