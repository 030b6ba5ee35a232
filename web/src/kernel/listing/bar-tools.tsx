import { type ComponentProps, type ReactNode, Suspense, use } from 'react'
import type { CardsHead } from '../../ui/cards-head.tsx'
import { t } from '../../ui/texts.ts'
import { useIsPhone } from '../../ui/use-media.ts'
import { MoreTools } from './more-tools.tsx'
import { RefreshButton } from './refresh-button.tsx'
import { type ShownList, toTableProps } from './use-shown-list.ts'

// Most lists are never seen on a phone.
let loading: Promise<typeof import('../../ui/cards-head.tsx')> | undefined
const loadHead = () => {
  loading ??= import('../../ui/cards-head.tsx')
  return loading
}

type HeadProps<Row extends { id: string }> = Pick<
  ComponentProps<typeof CardsHead<Row>>,
  'columns' | 'ticks' | 'selecting'
> & { list: ShownList<Row> }

/** What stands above the cards of a list. */
const Head = <Row extends { id: string }>({ list, ...of }: HeadProps<Row>) => {
  const { CardsHead } = use(loadHead())
  return (
    <CardsHead<Row>
      {...of}
      {...toTableProps<Row>(list)}
      total={t('共 {total}{value} 条', { total: list.total, value: list.more ? '+' : '' })}
    />
  )
}

type BarToolsProps<Row extends { id: string }> = HeadProps<Row> & {
  /** There is no room for the tools. */
  isFolded: boolean
  /** Buttons of the user's arrangement of the list. */
  preferences: ReactNode
  children: ReactNode
}

/** The tools of a list; on a phone with the order and the selection of the cards before them. */
export const BarTools = <Row extends { id: string }>({
  isFolded,
  preferences,
  children,
  ...of
}: BarToolsProps<Row>) => {
  const isPhone = useIsPhone()
  const refresh = <RefreshButton loading={of.list.loading} onClick={of.list.reload} />
  return (
    <>
      {isPhone ? (
        <span className="search-bar-cards">
          <Suspense>
            <Head<Row> {...of} />
          </Suspense>
        </span>
      ) : (
        refresh
      )}
      <MoreTools folded={isFolded}>
        {isPhone && refresh}
        {preferences}
        <span className="search-bar-tools">{children}</span>
      </MoreTools>
    </>
  )
}
