import type { Database } from '../kernel/db/database.ts'
import type { ContentKey, ContentStore } from '../kernel/files/file-store.ts'
import { eachAtOnce } from './each-at-once.ts'
import type { Watch } from './make-backup.ts'
import { measureAll } from './measure.ts'

type Named = ContentKey & { size: number }
export type VerifiedFiles = { files: number; missing: number; damaged: number; unnamed: number }

const batch = 1000
const filesAtOnce = 4

/** The bytes that files have, by their rows. */
async function* listNamed(database: Database): AsyncGenerator<Named> {
  const text = `select company_id as "companyId", sha256, size from file_contents
    where file_count > 0 and (company_id, sha256) > ($1, $2) order by company_id, sha256 limit ${batch}`
  for (let after: readonly [string, string] = ['00000000-0000-0000-0000-000000000000', '']; ; ) {
    const { rows } = await database.statement({ text, values: [...after] })
    yield* rows as Named[]
    const last: Named | undefined = rows.at(-1)
    if (!last || rows.length < batch) return
    after = [last.companyId, last.sha256]
  }
}

/** How many of these keys no row names, and none has named within the days that removed bytes stay. */
const countUnnamed = async (database: Database, keys: readonly ContentKey[]): Promise<number> => {
  const { rows } = await database.statement({
    text: `select count(*)::int as unnamed from unnest($1::uuid[], $2::text[]) as asked (company_id, sha256)
      where not exists (select from file_contents
          where file_contents.company_id = asked.company_id and file_contents.sha256 = asked.sha256)
        and not exists (select from removed_contents
          where removed_contents.company_id = asked.company_id and removed_contents.sha256 = asked.sha256)`,
    values: [keys.map(({ companyId }) => companyId), keys.map(({ sha256 }) => sha256)],
  })
  return rows[0].unnamed
}

/**
 * Compares the rows of files with the bytes in their store. Takes whether to read the bytes too, and what hears of each
 * fault, in a sentence for the operator.
 */
export const verifyFiles = async (
  database: Database,
  content: ContentStore,
  readsBytes: boolean,
  { signal, onProgress }: Watch,
  onFault: (fault: string) => void,
): Promise<VerifiedFiles> => {
  const verified: VerifiedFiles = { files: 0, missing: 0, damaged: 0, unnamed: 0 }
  const check = async ({ companyId, sha256 }: Named) => {
    if (!readsBytes) return (await content.has({ companyId, sha256 })) ? undefined : 'missing'
    const bytes = await content.read({ companyId, sha256 })
    if (!bytes) return 'missing'
    return (await measureAll(bytes)).sha256 === sha256 ? undefined : 'damaged'
  }
  const said = { missing: '缺失', damaged: '已损坏' }
  await eachAtOnce(listNamed(database), filesAtOnce, async (file) => {
    signal.throwIfAborted()
    const fault = await check(file)
    verified.files += 1
    if (verified.files % batch === 0) onProgress(`已核对 ${verified.files} 个文件`)
    if (fault === undefined) return
    verified[fault] += 1
    onFault(`文件 ${file.companyId}/${file.sha256} ${said[fault]}`)
  })
  let keys: ContentKey[] = []
  const count = async () => {
    verified.unnamed += await countUnnamed(database, keys)
    keys = []
  }
  for await (const key of content.list()) {
    signal.throwIfAborted()
    if (keys.push(key) === batch) await count()
  }
  await count()
  return verified
}
