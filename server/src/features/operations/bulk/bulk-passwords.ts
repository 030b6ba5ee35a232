import { bulkErrors } from '@atrium/contract/features/operations/bulk/bulk.errors.ts'
import { type Actor, AppError, type DetachedScope } from '../../../kernel/scope.ts'
import type { Secrets } from '../../../kernel/secrets.ts'
import { workbookType, writeWorkbook } from '../../../kernel/workbooks/write-workbook.ts'
import type { createBulks } from './bulk.service.ts'
import { bulkPasswordsRepository as repository } from './bulk-passwords.repository.ts'

const columns = [
  { title: '用户', width: 40 },
  { title: '新密码', width: 24 },
]
type Ports = { bulks: Pick<ReturnType<typeof createBulks>, 'assertOwn'>; secrets: Pick<Secrets, 'unseal'> }

/** The new passwords of an operation, which are sent once. */
export const createBulkPasswords = ({ bulks, secrets }: Ports) => ({
  /** Throws `noPasswords` once they were downloaded, or are older than a day. */
  async download(scope: DetachedScope<Actor>, id: string) {
    const { actor } = scope
    const { title, rows } = await scope.commit(async (db) => {
      const { title } = await bulks.assertOwn({ db, actor }, id)
      const rows = await repository.take(db, { companyId: actor.companyId, id })
      if (rows.length === 0) throw new AppError(bulkErrors.noPasswords)
      scope.note({ entityId: id, entityName: title, after: { rows: rows.length } })
      return { title, rows }
    })
    const cells = rows.map(({ name, sealed }) => [name, secrets.unseal(sealed)])
    return { bytes: writeWorkbook([{ name: title, columns, rows: [cells] }]), type: workbookType }
  },
})
