import type { ExcelMode } from '@atrium/contract/features/operations/excels/excels.contract.ts'
import type {
  ImportDetails,
  ImportState,
  Match,
  Verdict,
} from '@atrium/contract/features/operations/imports/imports.contract.ts'
import type { SheetFieldKind } from '@atrium/contract/kernel/sheet.ts'

export const modeOptions: readonly { value: ExcelMode; label: string }[] = [
  { value: 'insert', label: '仅新增' },
  { value: 'upsert', label: '新增或更新' },
  { value: 'update', label: '仅更新' },
]
export const failureOptions = [
  { value: 'skip', label: '跳过出错的行' },
  { value: 'none', label: '全部不导入' },
] as const
export const verdictNames: Readonly<Record<Verdict, string>> = {
  new: '新增',
  changed: '变更',
  same: '相同',
  refused: '拒绝',
}
export const matchNames: Readonly<Record<Match, string>> = {
  title: '按标题匹配',
  template: '按模板匹配',
  similar: '按相近标题匹配',
  hand: '手动选择',
  none: '未匹配',
}
export const stateNames: Readonly<Record<ImportState, string>> = {
  uploaded: '待试运行',
  checking: '试运行中',
  notChecked: '试运行失败',
  checked: '待导入',
  applying: '导入中',
  stopped: '未全部导入',
  applied: '已导入',
  undoing: '撤销中',
  undone: '已撤销',
}
const kindNames: Readonly<Record<SheetFieldKind, string>> = {
  text: '文本',
  number: '数字',
  decimal2: '数字',
  percent: '百分比',
  date: '日期',
  datetime: '时间',
  phone: '电话号码',
  mail: '邮箱',
  idcard: '身份证号',
  dict: '字典',
  ref: '引用其他数据',
  choice: '固定选项',
  bool: '是/否',
}
export const kindName = (kind: SheetFieldKind): string => kindNames[kind]

export const stepTitles = ['上传文件', '核对列', '试运行', '导入', '完成'] as const
const steps: Readonly<Record<ImportState, number>> = {
  uploaded: 1,
  notChecked: 1,
  checking: 2,
  checked: 2,
  applying: 3,
  stopped: 4,
  applied: 4,
  undoing: 4,
  undone: 4,
}
/** The step at which an import is. */
export const toStep = ({ state }: Pick<ImportDetails, 'state'>): number => steps[state]

/** A number of rows: 200,000. */
export const amount = (rows: number): string => rows.toLocaleString('en-US')
/** Size of a file as people read it. */
export const sizeText = (bytes: number): string =>
  bytes < 1_048_576 ? `${(bytes / 1024).toFixed(1)} KB` : `${(bytes / 1_048_576).toFixed(1)} MB`
