import { templateLimits } from '@atrium/contract/features/tenancy/companies/companies.contract.ts'
import { companiesErrors } from '@atrium/contract/features/tenancy/companies/companies.errors.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { refusalAt } from '../../../kernel/scope.ts'
import { templatesRepository as repository, type TemplateCopy } from './templates.repository.ts'

type Kind = keyof typeof templateLimits
const kinds = Object.keys(templateLimits) as Kind[]

/**
 * The name of a template company.
 * @throws `noSuchTemplate`, and `noAccess` unless its tenant admits operators without a request
 */
export const findTemplateName = async (db: Db, id: string): Promise<string> => {
  const found = await repository.find(db, id)
  if (!found) throw refusalAt(companiesErrors.noSuchTemplate, 'template')
  if (!found.isOpen) throw refusalAt(companiesErrors.noAccess, 'template')
  return found.name
}

/**
 * Copies dictionaries, organisations, posts, roles, password rules and parameters that the company lacks; never people
 * or secrets. Idempotent.
 * @returns the number of new rows of each kind
 * @throws `templateTooLarge`
 */
export const copyTemplate = async (db: Db, copy: TemplateCopy): Promise<Record<Kind, number>> => {
  const sizes = await repository.sizes(db, copy.templateId)
  if (kinds.some((kind) => sizes[kind] > templateLimits[kind]))
    throw refusalAt(companiesErrors.templateTooLarge, 'template')
  await repository.copyDictionaries(db, copy)
  const organizations = await repository.copyOrganizations(db, copy, sizes.organizations)
  const posts = await repository.copyPosts(db, copy, sizes.posts)
  const roles = await repository.copyRoles(db, copy, sizes.roles)
  await repository.copyRoleRights(db, copy, roles)
  await repository.copyOrganizationRoles(db, copy, organizations)
  await repository.copyPasswordPolicy(db, copy)
  const parameters = await repository.copyParameters(db, copy, sizes.parameters)
  await repository.markCopied(db, copy.companyId)
  return {
    organizations: organizations.length,
    posts: posts.length,
    roles: roles.length,
    parameters: parameters.length,
  }
}
