import {
  autocomplete,
  crudEndpoints,
  defineContract,
  defineErrors,
  listQuery,
  plainOption,
  rowBase,
  shortCode,
  text,
  version,
  z,
} from '@atrium/kit/contract'

const whole = (from: number, to: number, message: string) =>
  z.int(message).check(z.minimum(from, message), z.maximum(to, message))
const categoryWrite = z.object({
  name: text(60, '请输入分类名称'),
  code: shortCode,
  months: whole(1, 600, '请输入1-600的月数'),
  residualPercent: whole(0, 100, '请输入0-100的整数'),
})
export type CategoryWrite = z.input<typeof categoryWrite>
const categoryRow = z.object({
  ...rowBase,
  name: z.string(),
  code: z.string(),
  months: z.int(),
  residualPercent: z.int(),
})
export type CategoryRow = z.output<typeof categoryRow>

const noun = 'assetCategory'
const path = '/api/assets/categories'
export const categoriesContract = defineContract('assetsCategories', {
  ...crudEndpoints({
    noun,
    path,
    query: listQuery({ sortable: ['name', 'code', 'months', 'residualPercent', 'createTime'] }),
    row: categoryRow,
    create: categoryWrite,
    update: z.extend(categoryWrite, { version }),
  }),
  options: autocomplete({ noun, path, extra: plainOption }),
})

export const { errors: categoriesErrors } = defineErrors(
  { from: 100_000, to: 100_009 },
  {
    nameTaken: { code: 100_001, msg: '分类名称已存在' },
    codeTaken: { code: 100_002, msg: '分类编码已存在' },
    inUse: { code: 100_003, msg: '该分类下有资产，不能删除' },
  },
)

export const categoriesWords = {
  assetsCategories: '资产分类',
  'assetCategory.created': '新增资产分类',
  'assetCategory.updated': '修改资产分类',
  'assetCategory.removed': '删除资产分类',
} as const
