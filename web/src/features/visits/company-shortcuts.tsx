import { companiesContract } from '@atrium/contract/features/companies/companies.contract.ts'
import { maxPins } from '@atrium/contract/features/visits/max-pins.ts'
import { useRead } from '../../kernel/api/use-endpoint.ts'
import { EllipsisText } from '../../ui/ellipsis-text.tsx'
import { isSame, type Place, wholeOf } from './place.ts'
import { PlaceActions } from './place-actions.tsx'
import type { Shelf } from './shelf.ts'

const mostRecent = 5
const recentQuery = { query: { 'f.recent': '1' as const, page: 1, size: 10 } }
const pinnedQuery = { query: { 'f.pinned': '1' as const, page: 1, size: maxPins } }

const Near = ({ label, places, shelf }: { label: string; places: readonly Place[]; shelf: Shelf }) =>
  places.length > 0 && (
    <section className="near-companies" aria-label={label}>
      <h3>{label}</h3>
      <ul>
        {places.map((place) => (
          <li key={place.companyId} data-chosen={isSame(shelf.chosen, place) || undefined}>
            <button
              type="button"
              className="near-company"
              aria-pressed={isSame(shelf.chosen, place)}
              onClick={() => shelf.onChoose(place)}
            >
              <EllipsisText>{place.companyName}</EllipsisText>
              {shelf.here === place.companyId && <span className="place-here">当前</span>}
            </button>
            <PlaceActions
              place={place}
              closed={shelf.closed(place.companyId)}
              onPin={shelf.onPin}
              onEnter={shelf.onEnter}
            />
          </li>
        ))}
      </ul>
    </section>
  )

/** The companies somebody goes to most: those pinned, and those entered last. */
export const NearCompanies = ({ shelf }: { shelf: Shelf }) => {
  const pinned = useRead(companiesContract.list, pinnedQuery, { toasts: false }).data?.data ?? []
  const recent = useRead(companiesContract.list, recentQuery, { toasts: false }).data?.data ?? []
  const others = recent.filter((row) => !row.pinned).slice(0, mostRecent)
  return (
    <>
      <Near label="已固定" places={pinned.map(wholeOf)} shelf={shelf} />
      <Near label="最近进入" places={others.map(wholeOf)} shelf={shelf} />
    </>
  )
}
