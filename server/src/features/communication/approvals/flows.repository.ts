import type { ApprovalFlow } from '@atrium/contract/features/communication/approvals/flow.ts'
import { type Person, updateStamps } from '../../../kernel/db/crud-repository.ts'
import type { Db } from '../../../kernel/db/database.ts'

/** Steps that companies have set. */
export const flowsRepository = {
  /** Returns false if another version was saved meanwhile. */
  async save(
    db: Db,
    companyId: string,
    kind: string,
    { steps, expireDays }: ApprovalFlow,
    version: number,
    by: Person,
  ): Promise<boolean> {
    const columns = { steps: JSON.stringify(steps), expire_days: expireDays }
    if (version === 0) {
      const added = await db
        .insertInto('approval_flows')
        .values({ ...columns, company_id: companyId, kind, updated_by: JSON.stringify(by) })
        .onConflict((conflict) => conflict.columns(['company_id', 'kind']).doNothing())
        .executeTakeFirst()
      return added.numInsertedOrUpdatedRows === 1n
    }
    const changed = await db
      .updateTable('approval_flows')
      .set({ ...columns, ...updateStamps(by) })
      .where('company_id', '=', companyId)
      .where('kind', '=', kind)
      .where('version', '=', version)
      .executeTakeFirst()
    return changed.numUpdatedRows === 1n
  },
}
