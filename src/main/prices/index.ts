export { type CostCircumstances, type CostEstimate, estimateCost } from './estimate-cost'
export { type ListPrice, type PriceTable, parsePriceTable } from './price-table'
export { createPrices, findPrice, type Prices } from './prices'
