import type { ReactNode } from 'react'
import { ReadState } from '../../kernel/page/read-state.tsx'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { t } from '../../ui/texts.ts'
import './cards.css'

type CardListProps<Row> = {
  label: string
  read: {
    data: { data: readonly Row[]; total: number } | undefined
    error: Error | null
    isFetching: boolean
    refetch: () => unknown
  }
  /** Shows more rows; undefined if no more are offered. */
  more: (() => void) | undefined
  empty: { title: string; hint?: string }
  /** One row, as a list item. */
  card: (row: Row) => ReactNode
}

/** Rows as cards, with more on demand: lists for phones. */
export const CardList = <Row,>({ label, read, more, empty, card }: CardListProps<Row>) => (
  <ReadState read={read}>
    {({ data, total }) =>
      data.length === 0 ? (
        <Empty {...empty} />
      ) : (
        <>
          <ul className="cards" aria-label={label}>
            {data.map(card)}
          </ul>
          {total > data.length && (
            <div className="cards-more">
              {more ? (
                <Button loading={read.isFetching} onClick={more}>
                  {t('加载更多')}
                </Button>
              ) : (
                t('共 {total} 条，仅显示 {count} 条', { total, count: data.length })
              )}
            </div>
          )}
        </>
      )
    }
  </ReadState>
)
