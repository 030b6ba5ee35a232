import * as z from 'zod/mini'
import { autocompleteQuery } from '../../../kernel/autocomplete.ts'
import { defineContract, permitted, unscopedBecause } from '../../../kernel/endpoint.ts'
import { id, idParams, nothing, version } from '../../../kernel/listing.ts'
import { productText } from '../../../kernel/product-text.ts'
import { t } from '../../../kernel/texts.ts'
import { asUnknown } from '../../access/row-scopes/id-bounds.ts'
import { accessLevel, maxGrants, subjectKinds } from './document-fields.ts'

const kind = z.enum(subjectKinds)

/** The product names everyone, and some roles. */
const isRoleOrEveryone = ({ kind }: Readonly<Record<string, unknown>>) => kind === 'role' || kind === 'everyone'
const grantRow = z.object({
  kind,
  /** Empty for everyone. */
  subjectId: z.string(),
  name: productText(isRoleOrEveryone),
  level: accessLevel,
  /** The folder above that it comes from; null for one of the folder or file itself. */
  from: z.nullable(z.object({ id: z.string(), title: z.string() })),
})
export type GrantRow = z.output<typeof grantRow>

const access = z.object({
  title: z.string(),
  folder: z.boolean(),
  inherits: z.boolean(),
  /** Own grants first, then those of the folders above, nearest first. */
  grants: z.array(grantRow),
  version: z.int(),
})
export type DocumentAccess = z.output<typeof access>

const grant = z.object({ kind, subjectId: z._default(z.union([id, z.literal('')]), ''), level: accessLevel })
const accessWrite = z.object({
  inherits: z.boolean(),
  grants: z.array(grant).check(z.maxLength(maxGrants, { error: () => t('最多 {maxGrants} 项', { maxGrants }) })),
  version,
})
export type AccessWrite = z.output<typeof accessWrite>

const subject = z.object({
  kind,
  id: z.string(),
  name: productText(isRoleOrEveryone),
  detail: productText(isRoleOrEveryone),
})
export type SubjectOption = z.output<typeof subject>

const path = '/api/sys/docs/:id/access/v1'

/** Who may do what with a folder or file. */
export const documentAccessContract = defineContract('sysDocs', {
  access: {
    method: 'GET',
    path,
    summary: 'Read who has access to a folder or file, and through which folder; for those who manage it',
    access: permitted('share'),
    reach: 'company',
    namesUsers: unscopedBecause('who manages a folder decides on everybody who has access to it'),
    params: idParams,
    reply: access,
  },
  changeAccess: {
    method: 'PUT',
    path,
    summary: 'Replace the grants of a folder or file, and whether the rights of the folder above apply',
    access: permitted('share'),
    reach: 'company',
    audit: { event: 'docAccess.changed', namesPeople: true },
    params: idParams,
    body: accessWrite,
    reply: nothing,
    ids: { 'body.grants.subjectId': asUnknown },
  },
  subjects: {
    method: 'GET',
    path: '/api/sys/doc-subjects/v1',
    summary: 'Find roles, organisations and people to share documents with',
    access: permitted('share'),
    reach: 'company',
    namesUsers: 'inRowScope',
    query: autocompleteQuery,
    reply: z.array(subject),
  },
})
