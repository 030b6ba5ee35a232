import type { ExcelMode } from '@atrium/contract/features/operations/excels/excels.contract.ts'
import type {
  ImportDetails,
  ImportState,
  Match,
  Verdict,
} from '@atrium/contract/features/operations/imports/imports.contract.ts'
import type { SheetFieldKind } from '@atrium/contract/kernel/sheet.ts'
import { numberText } from '../../../ui/number-text.ts'
import { t } from '../../../ui/texts.ts'

export const modeOptions: readonly { value: ExcelMode; label: string }[] = [
  { value: 'insert', label: t('仅新增') },
  { value: 'upsert', label: t('新增或更新') },
  { value: 'update', label: t('仅更新') },
]
export const failureOptions = [
  { value: 'skip', label: t('跳过出错的行') },
  { value: 'none', label: t('全部不导入') },
] as const
export const verdictNames: Readonly<Record<Verdict, string>> = {
  new: t('新增', { context: 'verdict' }),
  changed: t('变更', { context: 'verdict' }),
  same: t('相同'),
  refused: t('拒绝', { context: 'verdict' }),
}
export const matchNames: Readonly<Record<Match, string>> = {
  title: t('按标题匹配'),
  template: t('按模板匹配'),
  similar: t('按相近标题匹配'),
  hand: t('手动选择'),
  none: t('未匹配'),
}
export const stateNames: Readonly<Record<ImportState, string>> = {
  uploaded: t('待试运行'),
  checking: t('试运行中'),
  notChecked: t('试运行失败'),
  checked: t('待导入'),
  applying: t('导入中'),
  stopped: t('未全部导入'),
  applied: t('已导入'),
  undoing: t('撤销中'),
  undone: t('已撤销'),
}
const kindNames: Readonly<Record<SheetFieldKind, string>> = {
  text: t('文本'),
  number: t('数字'),
  decimal2: t('数字'),
  percent: t('百分比'),
  date: t('日期'),
  datetime: t('时间'),
  phone: t('电话号码'),
  mail: t('邮箱'),
  idcard: t('身份证号'),
  dict: t('字典', { context: 'kind' }),
  ref: t('引用其他数据'),
  choice: t('固定选项'),
  bool: t('是/否'),
}
export const kindName = (kind: SheetFieldKind): string => kindNames[kind]

export const stepTitles = [t('上传文件'), t('核对列'), t('试运行'), t('导入'), t('完成')] as const
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
export const amount = (rows: number): string => numberText(rows)
/** Size of a file as people read it. */
export const sizeText = (bytes: number): string =>
  bytes < 1_048_576 ? `${(bytes / 1024).toFixed(1)} KB` : `${(bytes / 1_048_576).toFixed(1)} MB`
