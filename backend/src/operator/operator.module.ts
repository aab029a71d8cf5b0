import { Module } from '@nestjs/common';
import { OperatorServer } from './operator-server.js';
import { StatusSource } from './status-source.js';

@Module({ providers: [OperatorServer, StatusSource] })
export class OperatorModule {}
