import type { ComponentType } from 'react'
import { useLoaderData } from 'react-router'
import { DraftOwnerContext } from '../kernel/forms/use-draft.ts'
import { CompanyChanged } from './company-changed.tsx'
import { SessionRefused } from './session-refused.tsx'
import type { ShellSession } from './shell-session.ts'

let MainLayout: ComponentType | undefined

/** Loads the shell together with the kit, which the guest pages do not need. */
export const loadShell = async (): Promise<void> => {
  MainLayout ??= (await import('./layout/main-layout.tsx')).MainLayout
}

/** The shell; the route's loader has loaded it. */
export const Shell = () => {
  const { info } = useLoaderData<ShellSession>()
  return (
    MainLayout && (
      <DraftOwnerContext value={`${info.company} ${info.id}`}>
        <MainLayout />
        <SessionRefused />
        <CompanyChanged />
      </DraftOwnerContext>
    )
  )
}
