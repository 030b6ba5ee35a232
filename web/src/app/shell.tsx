import type { ComponentType } from 'react'
import { useLoaderData } from 'react-router'
import { PersonContext } from '../kernel/forms/use-draft.ts'
import { CompanyChanged } from './company-changed.tsx'
import { SessionRefused } from './session-refused.tsx'
import type { ShellSession } from './shell-session.ts'

let MainLayout: ComponentType | undefined

/** Loads the shell; it comes with the kit, and who is not signed in does not need it. */
export const loadShell = async (): Promise<void> => {
  MainLayout ??= (await import('./layout/main-layout.tsx')).MainLayout
}

/** The shell. The route's loader has loaded it before the route is shown. */
export const Shell = () => {
  const { info } = useLoaderData<ShellSession>()
  return (
    MainLayout && (
      <PersonContext value={`${info.company} ${info.id}`}>
        <MainLayout />
        <SessionRefused />
        <CompanyChanged />
      </PersonContext>
    )
  )
}
