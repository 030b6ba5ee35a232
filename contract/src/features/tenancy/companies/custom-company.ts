import { defineCustomEntity } from '../../../kernel/custom-fields.ts'

/** Custom fields of companies: what the platform knows of its customers. */
export const customCompany = defineCustomEntity({ entity: 'company', title: '公司', platformOnly: true })
