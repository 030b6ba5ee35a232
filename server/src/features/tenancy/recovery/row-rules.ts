import { recoveryErrors } from '@atrium/contract/features/tenancy/recovery/recovery.errors.ts'
import type { RestoredKind } from '@atrium/contract/features/tenancy/recovery/recovery-words.ts'
import { labelledText, listText } from '@atrium/contract/kernel/list-text.ts'
import { t } from '@atrium/contract/kernel/texts.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { AppError, type Owner } from '../../../kernel/scope.ts'
import type { SessionEnder } from '../../../kernel/session-ender.ts'
import type { RenewValues } from '../../system/custom-fields/index.ts'
import { assertUserLimit } from '../tenants/index.ts'
import type { ChosenRow, Json } from './restored-rows.repository.ts'
import { rowRulesRepository as repository } from './row-rules.repository.ts'

/** What restored users need of the feature above, which knows names to sign in with and administrators. */
type RestoredUsers = {
  /**
   * Gives a user the names to sign in with that its row has.
   * @throws `accountTaken`, `phoneTaken` and `emailTaken`
   */
  takeNames(db: Db, owner: Owner): Promise<void>
  /** Throws `lastAdministrator` if the company has no administrator after a change. */
  keepAdministrators(db: Db, owner: Pick<Owner, 'companyId'>, change: () => Promise<unknown>): Promise<unknown>
}
export type RulePorts = {
  users: RestoredUsers
  sessions: Pick<SessionEnder, 'endAll' | 'forgetUser'>
  /** Lets rows be found and distinguished by a custom field as it is now. */
  renewValues: RenewValues
}
/** A transaction that puts rows back. `passwordHash`: of a password that no one knows; `after`: done once it is committed. */
export type Turn = { db: Db; tenantId: string; passwordHash: string; after: (() => void)[] }
/** A row that is to be as it was: what it will hold, and what it holds now. */
type Rewriting = { row: Pick<ChosenRow, 'companyId' | 'key' | 'fields'>; content: Json; present: Json | null }

type RowRules = {
  /** Throws what refuses the row. */
  judge?(turn: Turn, rewriting: Rewriting): Promise<void>
  /** What a row that is added has beside what was archived. */
  fill?(turn: Turn, content: Json): Json
  /** What follows once the row is written. */
  settle?(turn: Turn, rewriting: Rewriting): Promise<void>
  /** What the writing happens within. */
  wrap?(turn: Turn, rewriting: Rewriting, write: () => Promise<void>): Promise<unknown>
}

const idOf = ({ companyId, key }: Rewriting['row']) => ({ companyId, id: key })
const parts = (content: Json, table: string) => (content[table] ?? []) as Json[]
const takesParent = ({ content, present }: Rewriting): string | undefined =>
  present && typeof content.parent_id === 'string' && content.parent_id !== present.parent_id
    ? content.parent_id
    : undefined

const judgeRole: RowRules['judge'] = async ({ db, tenantId }, rewriting) => {
  const { content, present, row } = rewriting
  if (content.type === 'builtin' || present?.type === 'builtin') throw new AppError(recoveryErrors.builtinRole)
  const elements = parts(content, 'role_elements').map(({ element }) => String(element))
  const beyond = await repository.elementsBeyondPlan(db, tenantId, elements)
  const menus = parts(content, 'role_menus').map(({ menu_id: menu }) => String(menu))
  const many = beyond.length + (await repository.countMenusBeyondPlan(db, tenantId, menus))
  if (many > 0) {
    const says = t('含有当前套餐以外的 {many} 项权限', { many })
    const named = listText(beyond.slice(0, 3))
    const msg = named === '' ? says : labelledText(says, `${named}${beyond.length > 3 ? t('等') : ''}`)
    throw new AppError({ ...recoveryErrors.beyondPlan, msg })
  }
  const parent = takesParent(rewriting)
  if (parent && (await repository.inheritsFrom(db, { companyId: row.companyId, id: parent }, row.key)))
    throw new AppError(recoveryErrors.ownDescendant)
}

const judgeOrganization: RowRules['judge'] = async ({ db }, rewriting) => {
  const parent = takesParent(rewriting)
  const { companyId, key } = rewriting.row
  if (parent && (await repository.isOrgWithin(db, { companyId, id: parent }, key)))
    throw new AppError(recoveryErrors.ownDescendant)
}

const judgeUser: RowRules['judge'] = async ({ db }, { row, content, present }) => {
  if (content.principal_id !== null || (present !== null && present.principal_id !== null))
    throw new AppError(recoveryErrors.external)
  const [was, is] = [present !== null && present.deleted_at === null, content.deleted_at === null]
  if (is && !was) await assertUserLimit(db, row.companyId)
}
const isActive = ({ status, deleted_at: deleted, locked_at: locked }: Json) =>
  status === 1 && deleted === null && locked === null

/** What else applies to rows of a kind, beside the database's own rules. */
export const createRowRules = ({
  users,
  sessions,
  renewValues,
}: RulePorts): Readonly<Record<RestoredKind, RowRules>> => ({
  customField: { settle: ({ db }, { row }) => renewValues(db, row.key) },
  post: {},
  dictItem: {},
  role: { judge: judgeRole },
  organization: {
    judge: judgeOrganization,
    fill: (_turn, { parent_id: parent }) => ({ path: parent === null ? '/' : '/?/' }),
    settle: ({ db }, { row }) => repository.settlePath(db, idOf(row)),
  },
  baseParameter: {
    async judge(_turn, { content, present }) {
      if (content.kind === 'secret' || present?.kind === 'secret') throw new AppError(recoveryErrors.secretValue)
    },
    settle: ({ db }, { row }) => repository.keepParameterVersion(db, idOf(row)),
  },
  user: {
    judge: judgeUser,
    // A password is in no archive: an administrator has to set one.
    fill: ({ passwordHash }) => ({ password_hash: passwordHash, must_change_password: true }),
    wrap: ({ db }, { row }, write) => users.keepAdministrators(db, row, write),
    async settle({ db, after }, { row, content }) {
      const owner = { companyId: row.companyId, userId: row.key }
      await users.takeNames(db, owner)
      if (!isActive(content)) await sessions.endAll(db, owner, 'removed')
      after.push(() => sessions.forgetUser(owner.userId))
    },
  },
})
