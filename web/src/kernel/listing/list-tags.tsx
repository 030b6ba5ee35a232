import { listText } from '@atrium/contract/kernel/list-text.ts'
import { type Tag, tagsField } from '@atrium/contract/kernel/listing.ts'
import { EllipsisText } from '../../ui/ellipsis-text.tsx'
import type { TableColumn } from '../../ui/table-column.ts'
import { t } from '../../ui/texts.ts'
import { findTags } from '../tags/row-tags.tsx'
import type { Filter } from './filters.tsx'
import type { ListEndpoint } from './list-contract.ts'

/** The tags of a row; undefined where the company has none. */
const tagsOf = (row: object): readonly Tag[] | undefined => Object(row)[tagsField]

/** Whether rows of a list have tags. A column of another one may have the name. */
const hasTags = ({ query }: ListEndpoint) => `f.${tagsField}` in query.shape

/** The filter of a list whose rows have tags. */
export const tagFilters = (list: ListEndpoint): readonly Filter[] =>
  hasTags(list) ? [{ kind: 'remoteSelect', name: tagsField, label: t('标签'), find: findTags }] : []

/** The column of a list whose rows have tags, once the company has any. */
export const tagColumns = <Row extends object>(list: ListEndpoint, rows: readonly Row[]): TableColumn<Row>[] =>
  hasTags(list) && rows.some((row) => tagsOf(row) !== undefined)
    ? [
        {
          key: tagsField,
          title: t('标签'),
          width: 112,
          grows: true,
          sortable: false,
          alignRight: false,
          rank: -1,
          render: (row) => <EllipsisText>{listText((tagsOf(row) ?? []).map(({ name }) => name))}</EllipsisText>,
        },
      ]
    : []
