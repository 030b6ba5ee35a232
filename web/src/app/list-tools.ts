import { useQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import { listSettingsQuery } from '../features/communication/list-views/list-settings.ts'
import { declareListTools } from '../kernel/listing/list-preferences.ts'

declareListTools({
  useAllListPreferences: () => useQuery(listSettingsQuery).data,
  Panel: lazy(async () => ({
    default: (await import('../features/communication/list-views/list-panel.tsx')).ListPanel,
  })),
})
