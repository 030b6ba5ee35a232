import type { Enterprise } from '@atrium/contract/features/identity/enterprises/enterprise-fields.ts'
import { maskedContacts } from '../../../kernel/masked.ts'

/** Data of an enterprise for the audit log, its telephone number masked. */
export const auditedEnterprise = ({ name, creditCode, legal, contact, phone, address, state }: Enterprise) => ({
  name,
  creditCode,
  legal,
  contact,
  phone: maskedContacts(phone),
  address,
  recognition: state,
})
