import type { Endpoint, ReplyOf } from '@atrium/contract/kernel/endpoint.ts'
import type { FunctionComponent, ReactNode } from 'react'
import { type Figure, ObjectCard, ObjectPage } from '../../ui/object-page/object-page.tsx'
import { RowIcon } from '../../ui/object-page/row-icon.tsx'
import { t } from '../../ui/texts.ts'
import { Time } from '../../ui/time.tsx'
import { requestTo } from '../api/request-to.ts'
import { invalidate, useRead } from '../api/use-read.ts'
import { ObjectState, useObjectId } from '../page/object-state.tsx'
import { usePageTitle } from '../page/page-context.ts'
import { useAddressTab } from '../page/use-address-tab.ts'
import { RowTimeline } from '../timeline/timeline-action.tsx'
import { Facts } from './facts.tsx'
import type { ListFormProps } from './list-form.ts'
import { useObjectActions } from './use-object-actions.tsx'

type Person = { name: string }
type Stamped = {
  id: string
  name: string
  createTime: string
  createBy: Person
  updateTime: string
  updateBy: Person
}
type RowPageProps<Row> = {
  contract: { list: Endpoint; get: Endpoint; update: Endpoint }
  /** Noun of its events. */
  entity: string
  /** What users call it. */
  noun: string
  /** Edits it. */
  form: FunctionComponent<ListFormProps<Row>>
  /** Its state, beside the name. */
  state?: (row: Row) => ReactNode
  /** What stands out of it. */
  figures?: (row: Row) => readonly Figure[]
  /** Its fields, by their labels. */
  facts: (row: Row) => Readonly<Record<string, ReactNode>>
}

const tabs = [
  { key: 'facts', text: t('基本信息') },
  { key: 'timeline', text: t('变更记录') },
] as const

const Content = <Row extends Stamped>({
  row,
  contract: { list, get, update },
  entity,
  noun,
  form,
  state = () => null,
  figures = () => [],
  facts,
}: RowPageProps<Row> & { row: Row }) => {
  usePageTitle(row.name)
  const [tab, setTab] = useAddressTab(tabs, 'facts')
  const [toActs, overlays] = useObjectActions<Row>([{ label: t('编辑'), endpoint: update, drawer: form }], () =>
    Promise.all([list, get].map(invalidate)),
  )
  const updated = { label: t('更新时间'), value: <Time at={row.updateTime} />, note: row.updateBy.name }
  return (
    <>
      <ObjectPage
        noun={noun}
        face={<RowIcon />}
        name={row.name}
        state={state(row)}
        facts={{}}
        acts={toActs(row)}
        figures={[...figures(row), updated]}
        tabs={tabs}
        tab={tab}
        onTab={setTab}
      >
        {tab === 'facts' ? (
          <ObjectCard title={t('基本信息')}>
            <Facts
              facts={{
                ...facts(row),
                [t('创建人')]: row.createBy.name,
                [t('创建时间')]: <Time at={row.createTime} />,
              }}
            />
          </ObjectCard>
        ) : (
          <RowTimeline entity={entity} id={row.id} />
        )}
      </ObjectPage>
      {overlays}
    </>
  )
}

/** @public The page of one row of a plain entity: its fields, and what has become of it. */
export const RowPage = <Row extends Stamped>(props: RowPageProps<Row>) => {
  const id = useObjectId()
  const read = useRead<Endpoint>(props.contract.get, requestTo({ params: { id } }), { toasts: false })
  return (
    <ObjectState noun={props.noun} read={read}>
      {(row: ReplyOf<Endpoint>) => <Content {...props} row={row as Row} />}
    </ObjectState>
  )
}
