import {
  crudEndpoints,
  defineContract,
  defineErrors,
  defineModuleContract,
  defineSettings,
  id,
  listQuery,
  permitted,
  reference,
  rowBase,
  rowTags,
  tagFilter,
  text,
  version,
  z,
} from '@atrium/kit/contract'

const loanWrite = z.object({ name: text(60, '请输入物品名称'), userId: reference })
export type LoanWrite = z.input<typeof loanWrite>
const loanRow = z.object({ ...rowBase, name: z.string(), userId: z.nullable(z.string()), tags: rowTags })
export type LoanRow = z.output<typeof loanRow>

export const loansContract = defineContract('loans', {
  ...crudEndpoints({
    noun: 'loan',
    path: '/api/loans',
    query: listQuery({ sortable: ['name', 'createTime'], filters: { tags: tagFilter } }),
    row: loanRow,
    create: loanWrite,
    update: z.extend(loanWrite, { version }),
  }),
  remind: {
    method: 'PUT',
    path: '/api/loans/:id/remind/v1',
    summary: 'Ask who has borrowed it to return it',
    access: permitted('edit'),
    reach: 'company',
    audit: { event: 'loan.reminded' },
    params: z.object({ id }),
    reply: z.null(),
  },
})

/** What operators set. */
export const loanSettings = defineSettings({
  'loans.days': {
    name: '催还期限',
    desc: '催还后须在该期限内归还',
    kind: 'number',
    value: 7,
    between: [1, 90],
    unit: '天',
  },
})

const { block: errorBlock, errors } = defineErrors({ from: 100_100, to: 100_149 }, {})

export const words = {
  loans: '借用管理',
  'loan.created': '登记借用',
  'loan.updated': '修改借用',
  'loan.removed': '删除借用',
  'loan.reminded': '催还',
} as const

/** A module that uses each port once; docs/modules/ports.md quotes it. */
export const contract = defineModuleContract({
  name: 'loans',
  title: '借用管理',
  errorBlock,
  words,
  settings: loanSettings,
  messages: {
    'loans.reminded': {
      name: '借用催还',
      variables: ['thing', 'days'],
      sms: '请在 {days} 天内归还{thing}。',
      title: '请归还{thing}',
      mail: '请在 {days} 天内归还{thing}。',
    },
  },
  feature: {
    sort: 9000,
    forCompanies: true,
    contracts: { loans: loansContract },
    subjects: { loan: { read: loansContract.get, change: loansContract.update } },
    errors: { loans: errors },
    menus: [
      { code: 'loans', sort: 90, name: '借用', icon: 'package', path: 'loans' },
      {
        code: 'loans.list',
        parent: 'loans',
        sort: 10,
        name: '借用管理',
        icon: 'package',
        path: 'loans/list',
        component: 'loans/list',
        needs: 'loans:list',
      },
    ],
  },
})
