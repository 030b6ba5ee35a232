import { recoveryErrors } from '@atrium/contract/features/tenancy/recovery/recovery.errors.ts'
import { AppError } from '../../../kernel/scope.ts'
import type { ArchiveContents } from '../archive/index.ts'

/**
 * The companies that an archive is compared with: all of its tenant, those included that came later, or the one that
 * has exported its own data.
 * @throws `otherCompany` if it is of another tenant
 */
export const findOwner = (
  { tenant, companies }: Pick<ArchiveContents, 'tenant' | 'companies'>,
  today: { tenantId: string; companies: readonly string[] },
): readonly string[] => {
  const isOwn = tenant === null || tenant === today.tenantId
  if (!isOwn || !companies.every((id) => today.companies.includes(id))) throw new AppError(recoveryErrors.otherCompany)
  return tenant === null ? companies : today.companies
}
