import { maxPins } from '@atrium/contract/features/governance/visits/max-pins.ts'
import { companiesContract } from '@atrium/contract/features/tenancy/companies/companies.contract.ts'
import { useRead } from '../../../kernel/api/use-read.ts'
import { EllipsisText } from '../../../ui/ellipsis-text.tsx'
import { t } from '../../../ui/texts.ts'
import { type Destination, isSameDestination, toCompanyDestination } from './destination.ts'
import { DestinationActions } from './destination-actions.tsx'
import type { SwitcherState } from './switcher-state.ts'

const maxRecent = 5
const recentQuery = { query: { 'f.recent': '1' as const, page: 1, size: 10 } }
const pinnedQuery = { query: { 'f.pinned': '1' as const, page: 1, size: maxPins } }

const ShortcutList = ({
  label,
  destinations,
  switcher,
}: {
  label: string
  destinations: readonly Destination[]
  switcher: SwitcherState
}) =>
  destinations.length > 0 && (
    <section className="near-companies" aria-label={label}>
      <h3>{label}</h3>
      <ul>
        {destinations.map((destination) => (
          <li key={destination.companyId} data-chosen={isSameDestination(switcher.chosen, destination) || undefined}>
            <button
              type="button"
              className="near-company"
              aria-pressed={isSameDestination(switcher.chosen, destination)}
              onClick={() => switcher.onChoose(destination)}
            >
              <EllipsisText>{destination.companyName}</EllipsisText>
              {switcher.currentCompanyId === destination.companyId && <span className="place-here">{t('当前')}</span>}
            </button>
            <DestinationActions
              destination={destination}
              refusal={switcher.findRefusal(destination.companyId)}
              onPin={switcher.onPin}
              onEnter={switcher.onEnter}
            />
          </li>
        ))}
      </ul>
    </section>
  )

/** Shortcuts to pinned and recently visited companies. */
export const CompanyShortcuts = ({ switcher }: { switcher: SwitcherState }) => {
  const pinned = useRead(companiesContract.list, pinnedQuery, { toasts: false }).data?.data ?? []
  const recent = useRead(companiesContract.list, recentQuery, { toasts: false }).data?.data ?? []
  const others = recent.filter((row) => !row.pinned).slice(0, maxRecent)
  return (
    <>
      <ShortcutList label={t('已固定')} destinations={pinned.map(toCompanyDestination)} switcher={switcher} />
      <ShortcutList label={t('最近切换')} destinations={others.map(toCompanyDestination)} switcher={switcher} />
    </>
  )
}
