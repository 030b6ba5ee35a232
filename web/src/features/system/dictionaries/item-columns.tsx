import type { DictionaryItemRow } from '@atrium/contract/features/system/dictionaries/dictionaries.contract.ts'
import type { Column } from '../../../kernel/listing/columns.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'
import { Time } from '../../../ui/time.tsx'
import { colorNames, stateText } from './dictionary-words.ts'

const Name = ({ row: { name, color, own, platform } }: { row: DictionaryItemRow }) => (
  <span className="dictionary-name">
    {color === '' ? name : <Tag tone={color}>{name}</Tag>}
    {own && <Tag>{t('本公司')}</Tag>}
    {platform && <Tag>{t('已调整')}</Tag>}
  </span>
)

/** What the platform says where the company says something else. */
const platformText = ({ name, color, sort, platform }: DictionaryItemRow) => {
  if (platform === null) return ''
  return [
    platform.name !== name && platform.name,
    platform.color !== color && t('颜色{color}', { color: colorNames[platform.color] }),
    platform.sort !== sort && t('排序 {sort}', { sort: platform.sort }),
  ]
    .filter(Boolean)
    .join(' · ')
}

const State = ({ row }: { row: DictionaryItemRow }) => <Tag tone={row.retired ? 'plain' : 'good'}>{stateText(row)}</Tag>

const platformColumn: Column<DictionaryItemRow> = {
  field: 'platform',
  title: t('平台值'),
  width: 160,
  show: (_platform, row) => platformText(row),
}
const groupColumn: Column<DictionaryItemRow> = { field: 'groupName', title: t('分组'), width: 140 }

/** Columns of the items; a company compares its values with the platform's. */
export const itemColumns = (isPlatform: boolean, isEveryGroup: boolean): readonly Column<DictionaryItemRow>[] => [
  {
    field: 'name',
    title: isPlatform ? t('名称') : t('本公司值'),
    leastWidth: 176,
    show: (_name, row) => <Name row={row} />,
  },
  { field: 'code', title: t('编码'), width: 132 },
  ...(isEveryGroup ? [groupColumn] : []),
  ...(isPlatform ? [] : [platformColumn]),
  { field: 'status', title: t('状态'), width: 88, show: (_status, row) => <State row={row} /> },
  { field: 'sort', title: t('排序'), width: 72, alignRight: true },
  { field: 'parent', title: t('上级'), width: 100 },
  { field: 'updateTime', title: t('更新时间'), width: 176, show: (at) => <Time at={at} /> },
]
