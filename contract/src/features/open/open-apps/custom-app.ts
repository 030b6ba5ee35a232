import { defineCustomEntity } from '../../../kernel/custom-fields.ts'

/** Custom fields of applications. */
export const customApp = defineCustomEntity({ entity: 'openApp', title: '应用', seenByPlatform: true })
