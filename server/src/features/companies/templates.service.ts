import { maxTemplate } from '@atrium/contract/features/companies/companies.contract.ts'
import { companiesErrors } from '@atrium/contract/features/companies/companies.errors.ts'
import type { Db } from '../../kernel/db/database.ts'
import { refusalAt } from '../../kernel/scope.ts'
import { templatesRepository as repository, type Taking } from './templates.repository.ts'

type Kind = keyof typeof maxTemplate
const kinds = Object.keys(maxTemplate) as Kind[]

/**
 * The name of a company that others may begin like. Throws `noSuchTemplate`, and `noAccess` unless its tenant lets the
 * platform's people in as they like: what they may not look at, they do not hand on.
 */
export const templateName = async (db: Db, id: string): Promise<string> => {
  const found = await repository.find(db, id)
  if (!found) throw refusalAt(companiesErrors.noSuchTemplate, 'template')
  if (!found.isOpen) throw refusalAt(companiesErrors.noAccess, 'template')
  return found.name
}

/**
 * Gives a top company what another has and it has not: organisations, posts, roles, password rules, parameters; nobody and
 * nothing secret. Safe to repeat. Throws `templateTooLarge`. Out: how many of each are new.
 */
export const takeTemplate = async (db: Db, taking: Taking): Promise<Record<Kind, number>> => {
  const sizes = await repository.sizes(db, taking.templateId)
  if (kinds.some((kind) => sizes[kind] > maxTemplate[kind]))
    throw refusalAt(companiesErrors.templateTooLarge, 'template')
  const organizations = await repository.takeOrganizations(db, taking, sizes.organizations)
  const posts = await repository.takePosts(db, taking, sizes.posts)
  const roles = await repository.takeRoles(db, taking, sizes.roles)
  await repository.fillRoles(db, taking, roles)
  await repository.takeOrganizationRoles(db, taking, organizations)
  await repository.takePasswordPolicy(db, taking)
  const parameters = await repository.takeParameters(db, taking, sizes.parameters)
  await repository.noteTaken(db, taking.companyId)
  return {
    organizations: organizations.length,
    posts: posts.length,
    roles: roles.length,
    parameters: parameters.length,
  }
}
