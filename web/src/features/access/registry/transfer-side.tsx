import type { OpenedApiRow } from '@atrium/contract/features/access/registry/apis.contract.ts'
import { type ReactNode, type Ref, useId } from 'react'
import { Empty } from '../../../ui/empty.tsx'
import { PlainCheckbox } from '../../../ui/plain-checkbox.tsx'
import { SearchInput } from '../../../ui/search-input.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { t } from '../../../ui/texts.ts'
import { toAddress } from './registry-words.ts'

type TransferSideProps = {
  ref?: Ref<HTMLElement>
  title: string
  /** Undefined while loading. */
  rows: readonly OpenedApiRow[] | undefined
  total: number
  search: string
  onSearch: (search: string) => void
  /** Ids of the ticked rows; undefined if there are no actions. */
  ticked: ReadonlySet<string> | undefined
  onTick: (ids: ReadonlySet<string>) => void
  /** Text of the empty list. */
  emptyText: string
  /** Actions for the ticked rows. */
  children?: ReactNode
}

const without = (ids: ReadonlySet<string>, id: string) => new Set([...ids].filter((each) => each !== id))

const ApiText = ({ row }: { row: OpenedApiRow }) => (
  <span className="transfer-words">
    <span>{row.name}</span>
    <span className="transfer-address">{toAddress(row)}</span>
  </span>
)

/** One list of the binding dialog: search, APIs, and actions for the ticked ones. */
export const TransferSide = ({
  ref,
  title,
  rows,
  total,
  search,
  onSearch,
  ticked,
  onTick,
  emptyText,
  children,
}: TransferSideProps) => {
  const id = useId()
  const hiddenCount = total - (rows?.length ?? 0)
  return (
    <section ref={ref} className="transfer-side" aria-labelledby={id}>
      <h3 id={id}>
        {title}
        <span className="registry-count">{total}</span>
      </h3>
      <SearchInput
        aria-label={t('搜索{title}', { title })}
        placeholder={t('名称、地址')}
        maxLength={64}
        value={search}
        onChange={onSearch}
      />
      {rows === undefined && <Skeleton lines={4} />}
      {rows?.length === 0 && <Empty title={search === '' ? emptyText : t('没有符合条件的接口')} />}
      {rows !== undefined && rows.length > 0 && (
        <ul className="transfer-rows">
          {rows.map((row) => (
            <li key={row.id}>
              {ticked ? (
                <PlainCheckbox
                  checked={ticked.has(row.id)}
                  onChange={(on) => onTick(on ? new Set([...ticked, row.id]) : without(ticked, row.id))}
                >
                  <ApiText row={row} />
                </PlainCheckbox>
              ) : (
                <ApiText row={row} />
              )}
            </li>
          ))}
          {hiddenCount > 0 && <li className="registry-quiet">{t('还有 {hiddenCount} 个，请搜索', { hiddenCount })}</li>}
        </ul>
      )}
      {children && <div className="transfer-foot">{children}</div>}
    </section>
  )
}
