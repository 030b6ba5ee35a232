import { t } from '@atrium/kit/web'
import { HandOverForm } from '../handovers/hand-over-form.tsx'
import { type AssetRow, assetsContract } from './assets.contract.ts'
import { ScrapForm } from './scrap-form.tsx'

const isInUse = ({ state }: AssetRow) => state !== 'scrapped'

/** What is done with an asset, in the list and on its page. */
export const assetActs = [
  { label: t('交接'), endpoint: assetsContract.handOver, drawer: HandOverForm, when: isInUse },
  { label: t('报废'), endpoint: assetsContract.scrap, drawer: ScrapForm, when: isInUse, danger: true },
]
