import './styles/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ErrorBoundary } from './app/error-boundary'
import { Shell } from './app/shell'
import { UiProvider } from './ui'

const root = document.getElementById('root')
if (root !== null)
  createRoot(root).render(
    <StrictMode>
      <ErrorBoundary place="window">
        <UiProvider>
          <Shell />
        </UiProvider>
      </ErrorBoundary>
    </StrictMode>,
  )
