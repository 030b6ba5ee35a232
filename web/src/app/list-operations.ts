import { lazy } from 'react'
import { declareListOperations } from '../kernel/listing/list-operations.ts'

declareListOperations({
  BulkDrawer: lazy(async () => ({ default: (await import('../features/operations/bulk/bulk-drawer.tsx')).BulkDrawer })),
  ImportLauncher: lazy(async () => ({
    default: (await import('../features/operations/imports/import-launcher.tsx')).ImportLauncher,
  })),
})
