import type { Database } from '../kernel/db/database.ts'
import type { ContentKey, FileStore } from '../kernel/files/file-store.ts'
import { tell } from '../kernel/texts/operator-language.ts'
import { eachAtOnce } from './each-at-once.ts'
import type { Watch } from './make-backup.ts'
import { measureAll } from './measure.ts'

type Named = ContentKey & { store: 'content' | 'archive' }
export type VerifiedFiles = { files: number; missing: number; damaged: number; unnamed: number }

const batch = 1000
const filesAtOnce = 4

/** What names bytes: files, and archived segments of audit logs. Those of files stay for some days after the last one. */
const naming = {
  content: {
    named: 'select company_id, sha256 from file_contents where file_count > 0',
    known: 'select company_id, sha256 from file_contents union all select company_id, sha256 from removed_contents',
  },
  archive: {
    named: 'select company_id, sha256 from audit_segments',
    known: 'select company_id, sha256 from audit_segments',
  },
}
const stores = ['content', 'archive'] as const

/** The bytes that rows name. */
async function* listNamed(database: Database): AsyncGenerator<Named> {
  for (const store of stores) {
    const text = `select company_id as "companyId", sha256 from (${naming[store].named}) as named
      where (company_id, sha256) > ($1, $2) order by company_id, sha256 limit ${batch}`
    let after: readonly [string, string] | undefined = ['00000000-0000-0000-0000-000000000000', '']
    while (after) {
      const { rows } = await database.statement({ text, values: [...after] })
      for (const key of rows as ContentKey[]) yield { ...key, store }
      const last: ContentKey | undefined = rows.at(-1)
      after = last && rows.length === batch ? [last.companyId, last.sha256] : undefined
    }
  }
}

/** How many of these keys no row names, and none has named within the days that removed bytes stay. */
const countUnnamed = async (
  database: Database,
  store: keyof typeof naming,
  keys: readonly ContentKey[],
): Promise<number> => {
  const { rows } = await database.statement({
    text: `select count(*)::int as unnamed from unnest($1::uuid[], $2::text[]) as asked (company_id, sha256)
      where (company_id, sha256) not in (select company_id, sha256 from (${naming[store].known}) as known
        where known.company_id = any($1) and known.sha256 = any($2))`,
    values: [keys.map(({ companyId }) => companyId), keys.map(({ sha256 }) => sha256)],
  })
  return rows[0].unnamed
}

/**
 * Compares the rows of files and archived segments with the bytes in their store. Takes whether to read the bytes too, and what hears of each
 * fault, in a sentence for the operator.
 */
export const verifyFiles = async (
  database: Database,
  fileStore: Pick<FileStore, 'content' | 'archive'>,
  readsBytes: boolean,
  { signal, onProgress }: Watch,
  onFault: (fault: string) => void,
): Promise<VerifiedFiles> => {
  const verified: VerifiedFiles = { files: 0, missing: 0, damaged: 0, unnamed: 0 }
  const check = async ({ companyId, sha256, store }: Named) => {
    if (!readsBytes) return (await fileStore[store].has({ companyId, sha256 })) ? undefined : 'missing'
    const bytes = await fileStore[store].read({ companyId, sha256 })
    if (!bytes) return 'missing'
    return (await measureAll(bytes)).sha256 === sha256 ? undefined : 'damaged'
  }
  const said = { missing: tell('缺失'), damaged: tell('已损坏') }
  const nouns = { content: tell('文件'), archive: tell('审计日志归档') }
  await eachAtOnce(listNamed(database), filesAtOnce, async (file) => {
    signal.throwIfAborted()
    const fault = await check(file)
    verified.files += 1
    if (verified.files % batch === 0) onProgress(tell('已核对 {files} 个文件', { files: verified.files }))
    if (fault === undefined) return
    verified[fault] += 1
    onFault(`${nouns[file.store]} ${file.companyId}/${file.sha256} ${said[fault]}`)
  })
  for (const store of stores) {
    let keys: ContentKey[] = []
    const count = async () => {
      verified.unnamed += await countUnnamed(database, store, keys)
      keys = []
    }
    for await (const key of fileStore[store].list()) {
      signal.throwIfAborted()
      if (keys.push(key) === batch) await count()
    }
    await count()
  }
  return verified
}
