import * as z from 'zod/mini'
import { optionalMultilineText, optionalText, text } from '../../../kernel/fields.ts'
import { optionalMomentInput } from '../../../kernel/moment-input.ts'
import { t } from '../../../kernel/texts.ts'
import { dictionaryColors, groupPattern } from './dictionary-query.contract.ts'

const codeOfGroup = (required: string) =>
  text(40, required).check(z.regex(new RegExp(`^${groupPattern}$`), '以小写字母开头，可含字母、数字、下划线和短横线'))
export const groupCode = codeOfGroup('请输入分组编码')
/** The group of an item. */
export const chosenGroup = codeOfGroup('请选择分组')
export const itemCode = text(40, '请输入编码').check(
  z.regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, '以字母或数字开头，可含字母、数字、点、下划线和短横线'),
)
const wrongSort = '请输入 0 到 1000000 之间的整数'
export const sort = z.int(wrongSort).check(z.gte(0, wrongSort), z.lte(1_000_000, wrongSort))
export const color = z.enum(dictionaryColors, '请选择颜色')
/** 1 enabled, 0 disabled: existing rows keep the label, new ones cannot take it. */
export const status = z.literal([0, 1], '请选择启用或停用')
export const itemName = text(50, '请输入名称')

const maxTagsLength = 2000
const tagName = z
  .string()
  .check(
    z.regex(
      /^(?!constructor$|prototype$)[A-Za-z][A-Za-z0-9_-]{0,63}$/,
      '键名以字母开头，可含字母、数字、下划线和短横线',
    ),
  )
const tags = z.record(tagName, z.json(), '请输入 JSON 对象').check(
  z.refine((value) => JSON.stringify(value).length <= maxTagsLength, {
    error: () => t('最多 {maxTagsLength} 个字符', { maxTagsLength }),
  }),
)

/** What an item says, apart from its group and code. */
export const itemFields = {
  name: itemName,
  value: optionalText(200),
  /** Code of the item above it; null: on top. */
  parent: z._default(z.nullable(itemCode), null),
  sort: z._default(sort, 0),
  color: z._default(color, ''),
  tags: z._default(tags, {}),
  status: z._default(status, 1),
  /** Null: without a beginning, without an end. */
  startTime: optionalMomentInput,
  endTime: optionalMomentInput,
  desc: optionalMultilineText(200),
} as const
