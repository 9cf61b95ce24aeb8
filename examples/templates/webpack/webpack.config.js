export default {
  entry: './src/main.ts',
  resolve: { extensions: ['.ts', '.js'] },
  module: { rules: [{ test: /\.ts$/, loader: 'esbuild-loader', options: { target: 'es2022' } }] },
  performance: { hints: false },
}
