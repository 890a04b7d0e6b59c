import type { Plugin } from 'vite'

export declare function withoutUnusedPackages(): Plugin
