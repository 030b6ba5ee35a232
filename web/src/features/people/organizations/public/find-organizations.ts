import { organizationsContract } from '@atrium/contract/features/people/organizations/organizations.contract.ts'
import { findOptions } from '../../../../kernel/forms/find-options.ts'

type Offered = { value: string; extra: { status: number } }
/** Whether members and descendants can be added. */
export const isActive = ({ extra }: Offered): boolean => extra.status === 1

/**
 * Searches organisations by name or code, labelled with their ancestors; results include the chosen one. `isOffered`:
 * which may be chosen.
 */
export const findOrganizations = (isOffered: (option: Offered) => boolean = () => true) =>
  findOptions(organizationsContract.options, { isOffered })
