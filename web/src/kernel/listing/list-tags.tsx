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

/** The filter of a list whose rows have tags. */
export const tagFilters = ({ query }: ListEndpoint): readonly Filter[] =>
  `f.${tagsField}` in query.shape ? [{ kind: 'remoteSelect', name: tagsField, label: t('标签'), find: findTags }] : []

/** The column of a list whose rows have tags, once the company has any. */
export const tagColumns = <Row extends object>(rows: readonly Row[]): TableColumn<Row>[] =>
  rows.some((row) => tagsOf(row) !== undefined)
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
