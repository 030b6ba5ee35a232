import { areasContract } from '@atrium/contract/features/system/areas/areas.contract.ts'
import { useRead } from '../../../../kernel/api/use-read.ts'
import { t } from '../../../../ui/texts.ts'

/** The path of an area by its code, with what it is today if it has ended; an unknown code as such. */
export const AreaText = ({ code }: { code: string }) => {
  const options = { staleTime: Number.POSITIVE_INFINITY, toasts: false }
  const { data, isPending } = useRead(areasContract.path, { params: { code } }, options)
  if (!data) return isPending ? null : code
  const { names, todayNames, until } = data
  const path = names.join(' / ')
  return until === null ? path : t('{path}（现为 {todayNames}）', { path, todayNames: todayNames.join(' / ') })
}
