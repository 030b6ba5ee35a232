import { companyAdministrator, companyCreate } from '@atrium/contract/features/tenancy/companies/companies.contract.ts'
import * as z from 'zod/mini'

const { account, name: adminName, phone: adminPhone } = companyAdministrator.shape
/** A company and its administrator as flat form values. */
export const addSchema = z.extend(z.omit(companyCreate, { admin: true }), { account, adminName, adminPhone })
export type AddValues = z.input<typeof addSchema>
