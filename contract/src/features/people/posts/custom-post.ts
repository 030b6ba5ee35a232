import { defineCustomEntity } from '../../../kernel/custom-fields.ts'

/** Custom fields of posts. */
export const customPost = defineCustomEntity({ entity: 'post', title: '岗位' })
