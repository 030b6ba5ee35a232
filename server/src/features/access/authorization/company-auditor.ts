/** Built-in read-only role of every company; its rights follow from the contract (`product-roles.ts`). */
export const companyAuditor = { code: 'company-auditor', name: '公司审计员' } as const
