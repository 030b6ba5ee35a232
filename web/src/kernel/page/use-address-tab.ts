import { usePageSearch } from './page-context.ts'

const parameter = 'tab'

/**
 * The current tab of a page, which its address names; the first one needs no name. Takes the tabs that the user may see.
 * @returns the key, and a function that selects another tab
 */
export const useAddressTab = <K extends string>(tabs: readonly { key: K }[], first: K): [K, (key: K) => void] => {
  const [params, go] = usePageSearch()
  const asked = params.get(parameter)
  const active = tabs.find(({ key }) => key === asked)?.key ?? first
  return [active, (key) => go({ [parameter]: key === first ? undefined : key }, { replace: true })]
}
