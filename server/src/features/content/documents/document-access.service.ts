import type {
  AccessWrite,
  DocumentAccess,
  SubjectOption,
} from '@atrium/contract/features/content/documents/document-access.contract.ts'
import { documentsErrors } from '@atrium/contract/features/content/documents/documents.errors.ts'
import { maxOptions } from '@atrium/contract/kernel/autocomplete.ts'
import { clausesText } from '@atrium/contract/kernel/list-text.ts'
import { t } from '@atrium/contract/kernel/texts.ts'
import { assertVersion, toAuthor } from '../../../kernel/db/crud-handlers.ts'
import { AppError, type RequestScope } from '../../../kernel/scope.ts'
import { findRoleHits } from '../../governance/roles/index.ts'
import { findOrganizationHits } from '../../people/organizations/index.ts'
import { findUserHits } from '../../people/users/index.ts'
import { everyoneName, documentAccessRepository as repository, type Subject } from './document-access.repository.ts'
import { documentChangesRepository as changes } from './document-changes.repository.ts'
import { toRank } from './document-rights.repository.ts'
import { assertLevel, findVisible } from './document-rules.ts'

const most = 8
const toKey = ({ kind, subjectId }: Subject) => `${kind} ${kind === 'everyone' ? '' : subjectId}`
const everyone: SubjectOption = { kind: 'everyone', id: '', name: everyoneName, detail: '本公司所有用户' }

type Grants = Awaited<ReturnType<typeof repository.grants>>
const pickOwn = (grants: Grants) => grants.filter(({ from }) => from === null)
/** What the form edits, as a conflict shows it. */
const toStand = (grants: Grants, inherits: boolean) => ({
  grants: pickOwn(grants).map(({ kind, subjectId, name, level }) => ({ kind, subjectId, name, level })),
  inherits,
})
const audited = (grants: Grants, inherits: boolean) => ({
  grants: pickOwn(grants).map(({ name, level }) => ({ name, level })),
  inherits,
})

/**
 * Replaces the own grants.
 * @throws `noSuchSubject` for what does not exist or may not be named
 */
const replaceGrants = async (scope: RequestScope, id: string, own: Grants, wanted: AccessWrite['grants']) => {
  const { db, actor } = scope
  const key = { companyId: actor.companyId, id }
  const byKey = new Map(own.map((each) => [toKey(each), each]))
  const wantedByKey = new Map(wanted.map((each) => [toKey(each), each]))
  const added = [...wantedByKey].flatMap(([each, grant]) => (byKey.has(each) ? [] : grant))
  const isNamed = added.every(({ kind, subjectId }) => kind === 'everyone' || subjectId !== '')
  if (!isNamed || !(await repository.areNamable(db, actor, added))) throw new AppError(documentsErrors.noSuchSubject)
  for (const [each, grant] of byKey) {
    const next = wantedByKey.get(each)
    const grantKey = { companyId: actor.companyId, id: grant.id }
    if (!next) await repository.remove(db, grantKey)
    else if (next.level !== grant.level) await repository.changeLevel(db, grantKey, toRank(next.level), toAuthor(scope))
  }
  for (const grant of added) await repository.insert(db, key, { ...grant, rank: toRank(grant.level) }, toAuthor(scope))
}

/** Who has access to folders and files. */
export const documentAccess = {
  /** Throws `needsManage`. */
  async get(scope: RequestScope, id: string): Promise<DocumentAccess> {
    const { db, actor } = scope
    const { title, kind, inherits, version, ...document } = await findVisible(scope, id)
    assertLevel(document, 'manage')
    const grants = await repository.grants(db, { companyId: actor.companyId, id })
    return { title, folder: kind === 'folder', inherits, version, grants }
  },

  /** Throws `needsManage`, `withoutManager`, and as `replaceGrants` does. */
  async change(scope: RequestScope, id: string, { grants: wanted, inherits: asked, version }: AccessWrite) {
    const { db, actor } = scope
    const key = { companyId: actor.companyId, id }
    await changes.lockAll(db, actor.companyId)
    const document = await findVisible(scope, id)
    assertLevel(document, 'manage')
    const before = await repository.grants(db, key)
    assertVersion({ id, version: document.version, ...toStand(before, document.inherits) }, version)
    // A file always has the rights of its folder.
    const inherits = document.kind === 'file' || asked
    const standsAlone = document.folderId === null || !inherits
    if (standsAlone && !wanted.some(({ level }) => level === 'manage'))
      throw new AppError(documentsErrors.withoutManager)
    await replaceGrants(scope, id, pickOwn(before), wanted)
    await repository.setInherits(db, key, inherits)
    const after = await repository.grants(db, key)
    scope.note({
      entityId: id,
      entityName: document.title,
      before: audited(before, document.inherits),
      after: audited(after, inherits),
    })
    return null
  },

  /** Who grants may name: roles, organisations, and people in the actor's row scope. */
  async subjects({ db, actor }: RequestScope, keyword: string): Promise<SubjectOption[]> {
    const { companyId } = actor
    if (keyword === '') return [everyone, ...(await repository.roles(db, companyId, maxOptions - 1))]
    const roles = await findRoleHits(db, companyId, keyword, most)
    const orgs = await findOrganizationHits(db, companyId, keyword, most)
    const users = await findUserHits(db, actor, keyword, most)
    return [
      ...(everyoneName.includes(keyword) ? [everyone] : []),
      ...roles.map(({ id, name }) => ({ kind: 'role' as const, id, name, detail: t('角色') })),
      ...orgs.map(({ id, name, place }) => ({ kind: 'organization' as const, id, name, detail: place || t('组织') })),
      ...users.map(({ id, name, code, place }) => ({
        kind: 'user' as const,
        id,
        name,
        detail: clausesText([code, place]),
      })),
    ]
  },
}
